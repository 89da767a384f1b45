import type { JWTPayload, JWTVerifyResult } from 'jose';
import { JOSEError, JWTExpired } from 'jose/errors';
import { createAuthContext } from '../../define/create-auth-context.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import type { JsonObject } from '../../model/index.ts';
import { isBase64url, textsOf, type Clock } from '../../std/index.ts';

/** A token is not accepted; the message may be shown to its sender. */
export class TokenRefused extends Error {}

/** Signature and times of a token. Rejects for any but a good one. */
export type TokenCheck = (token: string) => Promise<JWTVerifyResult>;

export interface VerifierOptions {
  readonly check: TokenCheck;
  readonly clock: Clock;
  /** Milliseconds that a checked token is remembered at most, where its key may be withdrawn before it ends. */
  readonly rememberMs?: number;
  /** `mode` of the callers. */
  readonly mode: string;
}

/** What a token must be for. */
export interface Expected {
  readonly issuer: string;
  /** Further issuers; `any` where only the signature counts. */
  readonly issuers?: readonly string[] | 'any';
  readonly accepts: (audience: string) => boolean;
}

interface Verified {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly caller: AuthContext;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** To be checked again from then on. */
  readonly staleAt: number;
}

/** Tokens remembered, and their characters; beyond that the oldest is forgotten and costs a signature again. */
const maxRemembered = 2000;
const maxRememberedCharacters = 8 * 1024 * 1024;

/**
 * Checks access tokens. Signature and claims are checked once a token and remembered until it ends; issuer and
 * audience, which depend on the request, are compared every time. Remembered by the token itself and in memory only: a hash of it costs
 * more than the signature that remembering saves.
 */
export class AccessTokenVerifier {
  readonly #options: VerifierOptions;
  readonly #remembered = new Map<string, Verified>();
  #characters = 0;

  constructor(options: VerifierOptions) {
    this.#options = options;
  }

  /** @throws {TokenRefused} saying what is wrong with the token */
  async verify(token: string, expected: Expected): Promise<AuthContext> {
    const known = this.#remembered.get(token);
    const fresh = known !== undefined && known.staleAt > this.#options.clock() ? known : undefined;
    const verified = fresh ?? this.#remember(token, await this.#check(token));
    if (verified.expiresAt <= this.#options.clock()) {
      this.#forget(token);
      throw new TokenRefused('The token has expired');
    }
    if (!isIssuedBy(verified.issuer, expected)) throw new TokenRefused('unexpected "iss" claim value');
    if (!verified.audiences.some(expected.accepts)) throw new TokenRefused('Token audience does not match this resource');
    return verified.caller;
  }

  #remember(token: string, verified: Verified): Verified {
    this.#forget(token);
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size < maxRemembered && this.#characters + token.length <= maxRememberedCharacters) break;
      this.#forget(oldest);
    }
    this.#remembered.set(token, verified);
    this.#characters += token.length;
    return verified;
  }

  #forget(token: string): void {
    if (this.#remembered.delete(token)) this.#characters -= token.length;
  }

  async #check(token: string): Promise<Verified> {
    const { check, clock, mode, rememberMs = Number.POSITIVE_INFINITY } = this.#options;
    // The signature does not sign its own spelling: without this a changed token could be accepted beside the one that was issued.
    if (!token.split('.').every(isBase64url)) throw new TokenRefused(notValid);
    try {
      const { payload, protectedHeader } = await check(token);
      if (protectedHeader.typ !== undefined && !/^(?:JWT|at\+jwt)$/i.test(protectedHeader.typ)) throw new TokenRefused(notValid);
      const read = readClaims(payload, mode);
      return { ...read, staleAt: Math.min(read.expiresAt, clock() + rememberMs) };
    } catch (failure) {
      if (failure instanceof JWTExpired) throw new TokenRefused('The token has expired');
      throw failure instanceof JOSEError ? new TokenRefused(notValid) : failure;
    }
  }
}

/** A token without an issuer is refused, also where every issuer counts. */
const isIssuedBy = (found: string, { issuer, issuers }: Expected): boolean =>
  found !== '' && (found === issuer || issuers === 'any' || issuers?.includes(found) === true);

const notValid = 'The token is not valid';

function readClaims(payload: JWTPayload, mode: string): Omit<Verified, 'staleAt'> {
  const { aud, exp, iss, sub } = payload;
  if (typeof sub !== 'string' || sub === '' || exp === undefined) throw new TokenRefused(notValid);
  const claims = frozen(payload as JsonObject);
  const expiresAt = exp * 1000;
  const caller = createAuthContext({
    mode,
    isAnonymous: claims['anonymous'] === true,
    user: { sub, ...textClaim(claims, 'name'), ...textClaim(claims, 'email'), ...textClaim(claims, 'picture') },
    scopes: scopesOf(claims['scope'] ?? claims['scp']),
    claims,
    expiresAt,
  });
  return {
    issuer: typeof iss === 'string' ? iss : '',
    audiences: audiencesOf(aud),
    caller,
    expiresAt,
  };
}

/**
 * Whom a token is for, in either form (RFC 7519 section 4.1.3). A good signature says nothing of shapes: every server that has the key
 * writes what it likes, and any other value names no client.
 */
export const audiencesOf = (aud: unknown): readonly string[] => textsOf(aud);

/** One text with spaces (RFC 9068), or a list as some providers write it. */
function scopesOf(value: JsonObject[string]): readonly string[] {
  const list = typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  return list.filter((scope): scope is string => typeof scope === 'string' && scope !== '');
}

/** One token's claims are seen by many requests: what one handler writes there would be believed by the next. */
function frozen<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) frozen(member);
  return Object.freeze(value);
}

function textClaim<K extends string>(claims: JsonObject, name: K): { readonly [P in K]?: string } {
  const found: { [P in K]?: string } = {};
  const value = claims[name];
  if (typeof value === 'string') found[name] = value;
  return found;
}

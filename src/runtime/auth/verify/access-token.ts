import { errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { createAuthContext } from '../../define/create-auth-context.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import type { JsonObject } from '../../model/index.ts';
import { sha256Text } from '../../std/index.ts';
import type { Clock } from '../../std/index.ts';
import { importTokenKey } from './token-key.ts';
import type { TokenKey } from './token-key.ts';

/** A token is not accepted; the message may be shown to whoever sent it. */
export class TokenRefused extends Error {}

export interface VerifierParts {
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly clock: Clock;
  /** `mode` of the callers. */
  readonly mode: string;
}

/** What a token must be for. */
export interface Expected {
  readonly issuer: string;
  readonly accepts: (audience: string) => boolean;
}

interface Verified {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly caller: AuthContext;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Tokens remembered; beyond that the oldest is forgotten and costs a signature again. */
const mostRemembered = 2000;

/**
 * Checks the access tokens that this server signed (document 1, token rule 4). Signature and claims are checked once a token and
 * remembered by its hash until it ends; issuer and audience, which depend on the request, are compared every time.
 */
export class AccessTokenVerifier {
  readonly #parts: VerifierParts;
  readonly #remembered = new Map<string, Verified>();
  #key: Promise<TokenKey> | undefined;

  constructor(parts: VerifierParts) {
    this.#parts = parts;
  }

  /** @throws {TokenRefused} saying what is wrong with the token */
  async verify(token: string, expected: Expected): Promise<AuthContext> {
    const hash = await sha256Text(token);
    const verified = this.#remembered.get(hash) ?? this.#remember(hash, await this.#check(token));
    if (verified.expiresAt <= this.#parts.clock()) {
      this.#remembered.delete(hash);
      throw new TokenRefused('The token has expired');
    }
    if (verified.issuer !== expected.issuer) throw new TokenRefused('unexpected "iss" claim value');
    if (!verified.audiences.some(expected.accepts)) throw new TokenRefused('Token audience does not match this resource');
    return verified.caller;
  }

  #remember(hash: string, verified: Verified): Verified {
    if (this.#remembered.size >= mostRemembered) {
      const [oldest] = this.#remembered.keys();
      if (oldest !== undefined) this.#remembered.delete(oldest);
    }
    this.#remembered.set(hash, verified);
    return verified;
  }

  async #check(token: string): Promise<Verified> {
    this.#key ??= importTokenKey(this.#parts.secret);
    try {
      const { payload, protectedHeader } = await jwtVerify(token, await this.#key, {
        // One algorithm: a token does not choose how it is checked.
        algorithms: ['HS256'],
        requiredClaims: ['sub', 'iss', 'aud', 'iat', 'exp'],
        currentDate: new Date(this.#parts.clock()),
      });
      if (protectedHeader.typ !== undefined && !/^(?:JWT|at\+jwt)$/i.test(protectedHeader.typ)) throw new TokenRefused(notValid);
      return readClaims(payload, this.#parts.mode);
    } catch (failure) {
      if (failure instanceof errors.JWTExpired) throw new TokenRefused('The token has expired');
      throw failure instanceof TokenRefused ? failure : new TokenRefused(notValid);
    }
  }
}

const notValid = 'The token is not valid';

function readClaims(payload: JWTPayload, mode: string): Verified {
  const { aud, exp, iss, sub } = payload;
  if (typeof sub !== 'string' || sub === '' || iss === undefined || aud === undefined || exp === undefined)
    throw new TokenRefused(notValid);
  const claims = frozen(payload as JsonObject);
  const expiresAt = exp * 1000;
  const caller = createAuthContext({
    mode,
    isAnonymous: claims['anonymous'] === true,
    user: { sub, ...textClaim(claims, 'name'), ...textClaim(claims, 'email'), ...textClaim(claims, 'picture') },
    scopes: typeof claims['scope'] === 'string' ? claims['scope'].split(' ').filter((scope) => scope !== '') : [],
    claims,
    expiresAt,
  });
  return { issuer: iss, audiences: typeof aud === 'string' ? [aud] : aud, caller, expiresAt };
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

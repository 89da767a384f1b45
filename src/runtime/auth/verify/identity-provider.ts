import { createLocalJWKSet, type JSONWebKeySet, type JWK, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { JWKSNoMatchingKey } from 'jose/errors';
import type { ProviderConfig } from '../../define/provider-options.ts';
import type { Json, JsonObject } from '../../model/index.ts';
import type { Clock } from '../../std/index.ts';
import type { TokenCheck } from './access-token.ts';
import { ProviderUnavailable, readProviderDocument } from './provider-documents.ts';

/** What may sign a provider's tokens: never a shared secret, because a verifier of it can sign too. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

const metadataFreshMs = 3_600_000;
/** Milliseconds that keys, and tokens checked with them, are believed without asking again. */
export const keysFreshMs = 600_000;
const pauseMs = 30_000;
const maxKeys = 100;

export interface IdentityProviderOptions {
  readonly provider: string;
  readonly config: ProviderConfig;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
}

/** What the provider says of itself. */
export interface ProviderMetadata {
  readonly issuer: string;
  /** Where it says so. */
  readonly url: string;
  readonly document: JsonObject;
}

/** An identity provider as a server that trusts its tokens sees it: its metadata and its public keys, fetched and kept with bounds. */
export class IdentityProvider {
  readonly #parts: IdentityProviderOptions;
  readonly #metadata: KeptDocument<ProviderMetadata>;
  readonly #keys: KeptDocument<JWTVerifyGetKey>;

  constructor(parts: IdentityProviderOptions) {
    const { clock } = parts;
    this.#parts = parts;
    this.#metadata = new KeptDocument({ clock, freshMs: metadataFreshMs, pauseMs }, () => this.#discover());
    this.#keys = new KeptDocument({ clock, freshMs: keysFreshMs, pauseMs }, () => this.#readKeys());
  }

  /** @throws {ProviderUnavailable} */
  metadata(): Promise<ProviderMetadata> {
    return this.#metadata.get();
  }

  /** Issuers of its tokens. @throws {ProviderUnavailable} */
  async issuers(): Promise<readonly string[]> {
    const { config, provider } = this.#parts;
    const further = config.additionalIssuers ?? [];
    // With keys of its own the provider need not be asked for anything.
    if (config.jwks !== undefined || config.jwksUri !== undefined) return [provider, ...further];
    return [(await this.metadata()).issuer, ...further];
  }

  /** Signature and times of a token, by the provider's keys; a key that is not known is looked for once more. */
  readonly check: TokenCheck = async (token) => {
    const options = { algorithms, requiredClaims: ['sub', 'iss', 'aud', 'exp'], currentDate: new Date(this.#parts.clock()) };
    try {
      return await jwtVerify(token, await this.#keys.get(), options);
    } catch (failure) {
      if (!(failure instanceof JWKSNoMatchingKey)) throw failure;
      return jwtVerify(token, await this.#keys.newer(), options);
    }
  };

  async #discover(): Promise<ProviderMetadata> {
    const { config, fetch: call, provider } = this.#parts;
    for (const url of metadataAddresses(provider)) {
      const document = await readProviderDocument(call, url);
      if (document === undefined) continue;
      const { issuer } = document;
      // The issuer is what the address was made from, or the document belongs to another issuer (RFC 8414 section 3.3).
      const known = [provider, ...(config.additionalIssuers ?? [])].some((one) => withoutSlash(one) === withoutSlash(issuer));
      if (typeof issuer === 'string' && (known || config.verifyIssuer === false)) return { issuer, url, document };
      throw new ProviderUnavailable(`${url} names another issuer than the provider`);
    }
    throw new ProviderUnavailable(`${provider} has no discovery document`);
  }

  async #readKeys(): Promise<JWTVerifyGetKey> {
    const { config, fetch: call } = this.#parts;
    if (config.jwks !== undefined) return createLocalJWKSet(publicKeys(config.jwks));
    const uri = config.jwksUri ?? (await this.metadata()).document['jwks_uri'];
    if (typeof uri !== 'string' || !URL.canParse(uri)) throw new ProviderUnavailable('the provider names no jwks_uri');
    const document = await readProviderDocument(call, uri);
    if (document === undefined) throw new ProviderUnavailable(`${uri} is not there`);
    return createLocalJWKSet(publicKeys(document));
  }
}

const withoutSlash = (text: Json | undefined): string | undefined => (typeof text === 'string' ? text.replace(/\/$/, '') : undefined);

/** RFC 8414 with the path inserted, then OpenID Connect discovery in both spellings. */
export function metadataAddresses(provider: string): readonly string[] {
  const { origin, pathname } = new URL(provider);
  const path = pathname.replace(/\/$/, '');
  const addresses = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/openid-configuration${path}`,
  ];
  return [...new Set(addresses)];
}

/** Only what can check and not sign: symmetric keys and private parts are left out. @throws {ProviderUnavailable} when none is left */
function publicKeys(document: object): JSONWebKeySet {
  const keys: unknown = 'keys' in document ? document.keys : undefined;
  const usable = (Array.isArray(keys) ? keys.slice(0, maxKeys) : []).filter(isPublicKey);
  if (usable.length === 0) throw new ProviderUnavailable('the provider has no public key that tokens could be checked with');
  return { keys: usable };
}

const isPublicKey = (key: unknown): key is JWK =>
  typeof key === 'object' &&
  key !== null &&
  'kty' in key &&
  (key.kty === 'RSA' || key.kty === 'EC' || key.kty === 'OKP') &&
  !('d' in key) &&
  !('k' in key);

interface KeepRule {
  readonly clock: Clock;
  /** Milliseconds that a value is good for. */
  readonly freshMs: number;
  /** Milliseconds between two attempts to get a newer one. */
  readonly pauseMs: number;
}

/** One value from elsewhere: asked for once however many wait for it, kept for a while, and not asked for again at once when it failed. */
export class KeptDocument<T> {
  readonly #rule: KeepRule;
  readonly #read: () => Promise<T>;
  #asked = Number.NEGATIVE_INFINITY;
  #attempt: Promise<T> | undefined;
  #freshUntil = Number.NEGATIVE_INFINITY;
  /** Asked for beside a known one that is still fresh. */
  #newest: Promise<T> | undefined;

  constructor(rule: KeepRule, read: () => Promise<T>) {
    this.#rule = rule;
    this.#read = read;
  }

  /** @throws the failure of the last read, until its pause is over */
  get(): Promise<T> {
    const now = this.#rule.clock();
    if (this.#attempt !== undefined && (now < this.#freshUntil || now < this.#asked + this.#rule.pauseMs)) return this.#attempt;
    return this.#begin(now);
  }

  /**
   * A newer one, where the known one does not have what is looked for; within the pause the one that was asked for last. The known one goes
   * on being used while it is fresh, whatever the attempt brings: a stranger's token must not disable the keys for all others.
   */
  newer(): Promise<T> {
    const now = this.#rule.clock();
    const known = this.#attempt;
    if (known !== undefined && now < this.#asked + this.#rule.pauseMs) return this.#newest ?? known;
    const freshUntil = this.#freshUntil;
    const attempt = this.#begin(now);
    if (known === undefined || freshUntil <= now) return attempt;
    this.#attempt = known;
    this.#freshUntil = freshUntil;
    this.#newest = attempt;
    attempt.then(
      () => {
        if (this.#newest !== attempt) return;
        this.#attempt = attempt;
        this.#freshUntil = now + this.#rule.freshMs;
        this.#newest = undefined;
      },
      () => {
        if (this.#newest === attempt) this.#newest = undefined;
      },
    );
    return attempt;
  }

  #begin(now: number): Promise<T> {
    this.#asked = now;
    this.#freshUntil = Number.NEGATIVE_INFINITY;
    const attempt = this.#read();
    this.#attempt = attempt;
    attempt.then(
      () => {
        if (this.#attempt === attempt) this.#freshUntil = now + this.#rule.freshMs;
      },
      () => undefined,
    );
    return attempt;
  }
}

import { type JsonObject, parseJsonObject } from '@service/sdk/model';
import type { CryptoKey, JSONWebKeySet } from 'jose';

/** Options of {@link TestTokenFactory}. */
export interface TokenFactoryOptions {
  /** Claim `iss` of the tokens. */
  readonly issuer: string;
  /** Claim `aud` of the tokens. */
  readonly audience: string;
  /** Signs with HS256, as a server with this `JWT_SECRET` does; without it with an RSA key of its own. */
  readonly secret?: string;
}

interface SigningKey {
  readonly alg: 'HS256' | 'RS256';
  readonly key: CryptoKey | Uint8Array;
  readonly jwks: JSONWebKeySet;
}

const standardSeconds = 3600;

/**
 * Makes tokens for a server under test: the fixture `auth`, and what mock servers sign with.
 * @example
 * const token = await auth.createToken({ sub: 'ann', scopes: ['notes:read'] });
 * await mcp.authenticate(token);
 */
export class TestTokenFactory {
  /** People with the scopes that their names say. */
  readonly users: typeof testUsers = testUsers;
  readonly #options: TokenFactoryOptions;
  #key: Promise<SigningKey> | undefined;

  constructor(options: TokenFactoryOptions) {
    this.#options = options;
  }

  /** A signed token that is valid. */
  createToken(options: TokenOptions | TestUser): Promise<string> {
    return this.#sign(options, options.expiresIn ?? standardSeconds);
  }

  /** Expired an hour ago. */
  createExpiredToken(options: TokenOptions | TestUser): Promise<string> {
    return this.#sign(options, -standardSeconds);
  }

  /** Everything is right but the signature. */
  async createInvalidToken(options: TokenOptions | TestUser): Promise<string> {
    const token = await this.createToken(options);
    const end = token.lastIndexOf('.') + 1;
    const first = token[end] === 'A' ? 'B' : 'A';
    return `${token.slice(0, end)}${first}${token.slice(end + 1)}`;
  }

  /** Claim `iss` of the tokens. */
  getIssuer(): string {
    return this.#options.issuer;
  }

  /** Claim `aud` of the tokens. */
  getAudience(): string {
    return this.#options.audience;
  }

  /** The public keys of this factory; none while it signs with a secret. */
  async getJwks(): Promise<JSONWebKeySet> {
    return (await this.#signingKey()).jwks;
  }

  async #sign(
    { audience = this.#options.audience, claims, email, name, scopes = [], sub }: TokenOptions,
    lifetimeSeconds: number,
  ): Promise<string> {
    const { SignJWT } = await import('jose');
    const { alg, jwks, key } = await this.#signingKey();
    const now = Math.floor(Date.now() / 1000);
    const kid = jwks.keys[0]?.kid;
    const payload = {
      ...claims,
      sub,
      scope: scopes.join(' '),
      ...(email === undefined ? {} : { email }),
      ...(name === undefined ? {} : { name }),
      iss: this.#options.issuer,
      aud: audience,
      iat: Math.min(now, now + lifetimeSeconds - 1),
      exp: now + lifetimeSeconds,
      jti: crypto.randomUUID(),
    };
    return new SignJWT(payload).setProtectedHeader({ alg, typ: 'JWT', kid }).sign(key);
  }

  #signingKey(): Promise<SigningKey> {
    this.#key ??= this.#options.secret === undefined ? makeRsaKey() : Promise.resolve(secretKey(this.#options.secret));
    return this.#key;
  }
}

const secretKey = (secret: string): SigningKey => ({ alg: 'HS256', key: new TextEncoder().encode(secret), jwks: { keys: [] } });

async function makeRsaKey(): Promise<SigningKey> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose');
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { alg: 'RS256', key: privateKey, jwks: { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] } };
}

/** The claims of a JWT, unchecked; undefined for a token of another kind. */
export function decodeToken(token: string): JsonObject | undefined {
  const payload = token.split('.')[1];
  return payload === undefined ? undefined : parseJsonObject(Buffer.from(payload, 'base64url').toString('utf8'));
}

/** Facts that a test token holds. */
export interface TokenOptions {
  /** Subject of the person. */
  readonly sub: string;
  /** Scopes of the token. */
  readonly scopes?: readonly string[];
  /** Claim `email`. */
  readonly email?: string;
  /** Claim `name`. */
  readonly name?: string;
  /** For whom it is; the server under test when absent. */
  readonly audience?: string;
  /** Further claims; those that the other options set win. */
  readonly claims?: JsonObject;
  /** Seconds; 3600 when absent. */
  readonly expiresIn?: number;
}

/** A person for tests. */
export type TestUser = TokenOptions & { readonly scopes: readonly string[]; readonly email: string; readonly name: string };

/**
 * A person for tests.
 * @example
 * const ann = createTestUser({ sub: 'ann', scopes: ['notes:read'] });
 */
export const createTestUser = (options: TokenOptions): TestUser => ({
  ...options,
  scopes: options.scopes ?? [],
  email: options.email ?? `${options.sub}@example.com`,
  name: options.name ?? options.sub,
});

/** `auth.users`. */
export const testUsers = {
  admin: createTestUser({
    sub: 'admin-001',
    name: 'Test Admin',
    email: 'admin@test.local',
    scopes: ['admin:*', 'read', 'write', 'delete'],
  }),
  user: createTestUser({ sub: 'user-001', name: 'Test User', email: 'user@test.local', scopes: ['read', 'write'] }),
  readOnly: createTestUser({ sub: 'readonly-001', name: 'Read Only User', email: 'readonly@test.local', scopes: ['read'] }),
} as const satisfies Readonly<Record<string, TestUser>>;

/** Headers that carry credentials. */
export const AuthHeaders = {
  bearer: (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` }),
  apiKey: (key: string, name = 'X-API-Key'): Record<string, string> => ({ [name]: key }),
  basic: (user: string, password: string): Record<string, string> => ({
    Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  }),
} as const;

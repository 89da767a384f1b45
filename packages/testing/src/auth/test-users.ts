import type { JsonObject } from '@service/sdk/model';

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

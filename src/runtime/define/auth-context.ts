import type { JsonObject } from '../model/json.ts';

/** Fields that `authorities.pipes` add to `this.auth`: augment this interface. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface ExtendServiceAuthContext {}

/** The caller. `auth: undefined` on the server makes every caller anonymous. */
export interface AuthContext extends ExtendServiceAuthContext {
  /** How the caller was recognised: `public`, `static`, `local`, `remote` or `transparent`. */
  readonly mode: string;
  /** True for a caller without a sign-in. */
  readonly isAnonymous: boolean;
  /** The person: `sub` is their stable id; `name`, `email` and `picture` where the token has them. */
  readonly user: { readonly sub: string; readonly name?: string; readonly email?: string; readonly picture?: string };
  /** Session that a caller in the same process named. */
  readonly sessionId?: string;
  /** Milliseconds since the epoch: the end of the token, and of every stream that it opened. Absent: never. */
  readonly expiresAt?: number;
  /** Scopes of the token, RFC 6749 section 3.3. */
  readonly scopes: readonly string[];
  /** All verified claims of the token, RFC 7519 section 4. */
  readonly claims: JsonObject;
  /** Roles that `authorities` found for the caller; empty without it. */
  readonly roles: readonly string[];
  /** Permissions that `authorities` found for the caller; empty without it. */
  readonly permissions: readonly string[];
  /** Whether the caller has this role. */
  hasRole(role: string): boolean;
  /** Whether the caller has at least one of these roles. */
  hasAnyRole(...roles: string[]): boolean;
  /** Whether the caller has each of these roles. */
  hasAllRoles(...roles: string[]): boolean;
  /** Whether the caller has this permission. */
  hasPermission(permission: string): boolean;
  /** Whether the caller has at least one of these permissions. */
  hasAnyPermission(...permissions: string[]): boolean;
  /** Whether the caller has each of these permissions. */
  hasAllPermissions(...permissions: string[]): boolean;
  /** Whether the token has this scope, spelt exactly so. */
  hasScope(scope: string): boolean;
  /** Whether the token has at least one of these scopes. */
  hasAnyScope(...scopes: string[]): boolean;
  /** Whether the token has each of these scopes. */
  hasAllScopes(...scopes: string[]): boolean;
}

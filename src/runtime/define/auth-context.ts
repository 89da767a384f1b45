import type { JsonObject } from '../model/json.ts';

// Authors whose `authorities.pipes` add fields declare them by augmenting this interface.
// oxlint-disable-next-line typescript/no-empty-object-type
export interface ExtendServiceAuthContext {}

/** The caller. `auth: undefined` on the server makes every caller anonymous. */
export interface AuthContext extends ExtendServiceAuthContext {
  readonly mode: string;
  readonly isAnonymous: boolean;
  readonly user: { readonly sub: string; readonly name?: string; readonly email?: string; readonly picture?: string };
  readonly sessionId?: string;
  /** Milliseconds since the epoch: the end of the token, and of every stream that it opened. Absent: never. */
  readonly expiresAt?: number;
  readonly scopes: readonly string[];
  readonly claims: JsonObject;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  hasRole(role: string): boolean;
  hasAnyRole(...roles: string[]): boolean;
  hasAllRoles(...roles: string[]): boolean;
  hasPermission(permission: string): boolean;
  hasAnyPermission(...permissions: string[]): boolean;
  hasAllPermissions(...permissions: string[]): boolean;
  hasScope(scope: string): boolean;
  hasAnyScope(...scopes: string[]): boolean;
  hasAllScopes(...scopes: string[]): boolean;
}

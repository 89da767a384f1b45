import type { JsonObject } from '../model/index.ts';
import type { AuthContext } from './auth-context.ts';

/** Facts about a caller, from a verified token or from nothing. */
export interface AuthFacts {
  readonly mode: string;
  readonly isAnonymous: boolean;
  readonly user: AuthContext['user'];
  readonly sessionId?: string;
  readonly expiresAt?: number;
  readonly scopes?: readonly string[];
  readonly claims?: JsonObject;
  readonly roles?: readonly string[];
  readonly permissions?: readonly string[];
}

class Caller implements AuthContext {
  readonly mode: string;
  readonly isAnonymous: boolean;
  readonly user: AuthContext['user'];
  readonly sessionId?: string;
  readonly expiresAt?: number;
  readonly scopes: readonly string[];
  readonly claims: JsonObject;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];

  constructor(facts: AuthFacts) {
    this.mode = facts.mode;
    this.isAnonymous = facts.isAnonymous;
    this.user = facts.user;
    if (facts.sessionId !== undefined) this.sessionId = facts.sessionId;
    if (facts.expiresAt !== undefined) this.expiresAt = facts.expiresAt;
    this.scopes = facts.scopes ?? [];
    this.claims = facts.claims ?? {};
    this.roles = facts.roles ?? [];
    this.permissions = facts.permissions ?? [];
  }

  hasRole(role: string): boolean {
    return this.roles.includes(role);
  }
  hasAnyRole(...roles: string[]): boolean {
    return roles.some((role) => this.roles.includes(role));
  }
  hasAllRoles(...roles: string[]): boolean {
    return roles.every((role) => this.roles.includes(role));
  }
  hasPermission(permission: string): boolean {
    return this.permissions.includes(permission);
  }
  hasAnyPermission(...permissions: string[]): boolean {
    return permissions.some((permission) => this.permissions.includes(permission));
  }
  hasAllPermissions(...permissions: string[]): boolean {
    return permissions.every((permission) => this.permissions.includes(permission));
  }
  hasScope(scope: string): boolean {
    return this.scopes.includes(scope);
  }
  hasAnyScope(...scopes: string[]): boolean {
    return scopes.some((scope) => this.scopes.includes(scope));
  }
  hasAllScopes(...scopes: string[]): boolean {
    return scopes.every((scope) => this.scopes.includes(scope));
  }
}

/** An auth context of verified facts. */
export const createAuthContext = (facts: AuthFacts): AuthContext => new Caller(facts);

/** Holds nothing, and so needs no code for what tokens say. */
class Nobody implements AuthContext {
  readonly mode = 'public';
  readonly isAnonymous = true;
  readonly user = { sub: 'anonymous' };
  readonly scopes = [];
  readonly claims = {};
  readonly roles = [];
  readonly permissions = [];

  hasRole(): boolean {
    return false;
  }
  hasAnyRole(): boolean {
    return false;
  }
  hasAllRoles(...roles: string[]): boolean {
    return roles.length === 0;
  }
  hasPermission(): boolean {
    return false;
  }
  hasAnyPermission(): boolean {
    return false;
  }
  hasAllPermissions(...permissions: string[]): boolean {
    return permissions.length === 0;
  }
  hasScope(): boolean {
    return false;
  }
  hasAnyScope(): boolean {
    return false;
  }
  hasAllScopes(...scopes: string[]): boolean {
    return scopes.length === 0;
  }
}

/** Caller of a server without `auth`. */
export const anonymousCaller: AuthContext = new Nobody();

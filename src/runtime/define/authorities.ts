import type { JsonObject } from '../model/json.ts';
import type { Logger } from '../std/logger.ts';
import type { Awaitable } from '../std/promises.ts';
import type { AuthContext } from './auth-context.ts';

/** Facts that rules are decided on. */
export interface AuthorityContext {
  readonly auth: AuthContext;
  readonly claims: JsonObject;
  /** Arguments of the call. Reading it while a list is made skips the rule: there is no call yet. */
  readonly input: JsonObject;
  readonly entry: { readonly type: 'tool' | 'resource' | 'resource-template' | 'prompt'; readonly name: string };
  readonly logger: Logger;
}

/** `true` lets pass; anything else denies, and a text says why. */
export type AuthorityAnswer = boolean | { readonly granted: boolean; readonly denial?: string };

/** A value, or where it stands: in the arguments of the call or in the caller's claims (dot paths). */
export type AuthorityValue =
  | string
  | number
  | boolean
  | null
  | readonly (string | number | boolean)[]
  | { readonly fromInput: string }
  | { readonly fromClaims: string };

export type AuthorityOperator =
  | 'eq'
  | 'neq'
  | 'in'
  | 'notIn'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'exists'
  | 'matches';

export interface AuthorityNames {
  readonly all?: readonly string[];
  readonly any?: readonly string[];
}

/**
 * Who may use an entry. All rules must agree, or one of them with `operator: 'OR'`. What a rule needs and the caller's claims do not have
 * denies, inside of `not` too.
 */
export interface AuthorityPolicy {
  readonly roles?: AuthorityNames;
  readonly permissions?: AuthorityNames;
  readonly attributes?: {
    /** Path to value. Paths beginning with `claims.`, `user.` or `input.` say where they look; all others look into the claims. */
    readonly match?: Readonly<Record<string, AuthorityValue>>;
    readonly conditions?: readonly { readonly path: string; readonly op: AuthorityOperator; readonly value?: AuthorityValue }[];
  };
  readonly relationships?: readonly {
    readonly type: string;
    readonly resource: string;
    readonly resourceId: string | { readonly fromInput: string } | { readonly fromClaims: string };
  }[];
  /** Name of an evaluator to the value that it is given. */
  readonly custom?: Readonly<Record<string, unknown>>;
  readonly guards?: readonly ((ctx: AuthorityContext) => Awaitable<AuthorityAnswer>)[];
  readonly operator?: 'AND' | 'OR';
  readonly not?: AuthorityPolicy;
  readonly anyOf?: readonly AuthorityPolicy[];
  readonly allOf?: readonly AuthorityPolicy[];
}

/** Field `authorities` of an entry: a profile's name, several of which all must agree, or a policy. @accepts any */
export type EntryAuthorities = string | readonly string[] | AuthorityPolicy;

type ScopesByName = Readonly<Record<string, string | readonly string[]>>;

/** Server option `authorities`. */
export interface AuthoritiesOptions {
  /**
   * Claims that hold roles, permissions and further facts: name to dot path.
   *
   * Dot paths into the claims; `roles` and `permissions` are looked for under these names when absent. Further names become
   * `user.<name>`.
   */
  readonly claimsMapping?: { readonly roles?: string; readonly permissions?: string; readonly [name: string]: string | undefined };
  /** Says what a caller has, in place of claimsMapping. */
  readonly claimsResolver?: (ctx: { readonly auth: AuthContext; readonly claims: JsonObject }) => Awaitable<{
    readonly roles?: readonly string[];
    readonly permissions?: readonly string[];
    readonly [name: string]: unknown;
  }>;
  /** Policies by the names that entries use. @rule profiles */
  readonly profiles?: Readonly<Record<string, AuthorityPolicy>>;
  /** Tells whether a caller is related to a resource: { check(type, resource, resourceId, sub, ctx) }. */
  readonly relationshipResolver?: {
    check(type: string, resource: string, resourceId: string, sub: string, ctx: AuthorityContext): Awaitable<boolean>;
  };
  /** Own rules by the names that policies use under custom: { evaluate(value, ctx) }. */
  readonly evaluators?: Readonly<Record<string, { evaluate(value: unknown, ctx: AuthorityContext): Awaitable<AuthorityAnswer> }>>;
  /**
   * Scopes that bring what was missing; named when a client is asked for more.
   *
   * Scopes that bring a role, a permission or a profile: named in the 403 that asks a client for more (step-up).
   */
  readonly scopeMapping?: {
    /** Role to scopes. */
    readonly roles?: ScopesByName;
    /** Permission to scopes. */
    readonly permissions?: ScopesByName;
    /** Profile to scopes. */
    readonly profiles?: ScopesByName;
  };
  /**
   * Functions that add fields to this.auth.
   *
   * Fields for `this.auth`; declare their types by augmenting `ExtendServiceAuthContext`.
   */
  readonly pipes?: readonly ((ctx: {
    readonly auth: AuthContext;
    readonly claims: JsonObject;
  }) => Awaitable<Readonly<Record<string, unknown>>>)[];
}

import type { JsonObject } from '../model/json.ts';
import type { Logger } from '../std/logger.ts';
import type { Awaitable } from '../std/promises.ts';
import type { AuthContext } from './auth-context.ts';

/** Facts that rules are decided on. */
export interface AuthorityContext {
  /** The caller, with roles and permissions. */
  readonly auth: AuthContext;
  /** Verified claims of the caller's token. */
  readonly claims: JsonObject;
  /** Arguments of the call. Reading it while a list is made skips the rule: there is no call yet. */
  readonly input: JsonObject;
  /** The entry that is listed or called. */
  readonly entry: {
    /** Kind of the entry. */
    readonly type: 'tool' | 'resource' | 'resource-template' | 'prompt';
    /** Name of the entry. */
    readonly name: string;
  };
  /** Log of the access rules. */
  readonly logger: Logger;
}

/** `true` lets pass; anything else denies, and a text says why. */
export type AuthorityAnswer =
  | boolean
  | {
      /** True lets the caller pass. */
      readonly granted: boolean;
      /** Reason of a refusal, in one sentence. */
      readonly denial?: string;
    };

/** A value, or where it stands: in the arguments of the call or in the caller's claims (dot paths). */
export type AuthorityValue =
  | string
  | number
  | boolean
  | null
  | readonly (string | number | boolean)[]
  | {
      /** Dot path into the arguments of the call. */
      readonly fromInput: string;
    }
  | {
      /** Dot path into the claims of the caller. */
      readonly fromClaims: string;
    };

/** Comparison in a condition of a policy. */
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

/** Names that the caller must have: each of `all`, and at least one of `any`. */
export interface AuthorityNames {
  /** Each of these is needed. */
  readonly all?: readonly string[];
  /** At least one of these is needed. */
  readonly any?: readonly string[];
}

/**
 * Who may use an entry. All rules must agree, or one of them with `operator: 'OR'`. What a rule needs and the caller's claims do not have
 * denies, inside of `not` too.
 */
export interface AuthorityPolicy {
  /** Roles that the caller needs. */
  readonly roles?: AuthorityNames;
  /** Permissions that the caller needs. */
  readonly permissions?: AuthorityNames;
  /** Values that claims and arguments must have. */
  readonly attributes?: {
    /** Path to value. Paths beginning with `claims.`, `user.` or `input.` say where they look; all others look into the claims. */
    readonly match?: Readonly<Record<string, AuthorityValue>>;
    /** Comparisons, each a rule of its own. */
    readonly conditions?: readonly {
      /** Dot path to the compared value, as in `match`. */
      readonly path: string;
      /** How it is compared. */
      readonly op: AuthorityOperator;
      /** What it is compared with; with `exists`, false asks that there is no value. */
      readonly value?: AuthorityValue;
    }[];
  };
  /** Relations to resources, which `authorities.relationshipResolver` decides. */
  readonly relationships?: readonly {
    /** Kind of the relation, such as `owner`. */
    readonly type: string;
    /** Kind of the resource, such as `document`. */
    readonly resource: string;
    /** Id of the resource, or the dot path where it stands. */
    readonly resourceId:
      | string
      | {
          /** Dot path into the arguments of the call. */
          readonly fromInput: string;
        }
      | {
          /** Dot path into the claims of the caller. */
          readonly fromClaims: string;
        };
  }[];
  /** Name of an evaluator to the value that it is given. */
  readonly custom?: Readonly<Record<string, unknown>>;
  /** Functions that decide, each a rule of its own. */
  readonly guards?: readonly ((ctx: AuthorityContext) => Awaitable<AuthorityAnswer>)[];
  /** `OR`: one of the rules is enough. @default 'AND' */
  readonly operator?: 'AND' | 'OR';
  /** A policy that must not hold. */
  readonly not?: AuthorityPolicy;
  /** Policies, one of which must hold. */
  readonly anyOf?: readonly AuthorityPolicy[];
  /** Policies, all of which must hold. */
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
  readonly claimsMapping?: {
    /** Dot path to the roles. */
    readonly roles?: string;
    /** Dot path to the permissions. */
    readonly permissions?: string;
    readonly [name: string]: string | undefined;
  };
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

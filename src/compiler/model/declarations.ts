import type { OptionOwner } from '@service/sdk/options';
import type { ModuleRef } from './compiled-model.ts';
import type { Span } from './span.ts';
import type { StartCall } from './start-functions.ts';

/** What the compiler reads; `other` is a decorator of the SDK that it does not model. */
export type DeclarationKind = Exclude<OptionOwner, 'service'> | 'server' | 'other';

/** `<file>#<offset>` of the decorator or builder call. */
export type DeclarationId = string;

/** One decorated class or builder call, as written. */
export interface Declaration {
  readonly id: DeclarationId;
  readonly kind: DeclarationKind;
  /** The name of the decorator or builder without the maker's prefix: `Tool`, `tool`. */
  readonly calledAs: string;
  /** Name of the class or constant, for messages. */
  readonly name: string;
  readonly form: 'class' | 'builder';
  /** Absent when the class or constant is not exported. */
  readonly module?: ModuleRef;
  /** The decorator or the builder call. */
  readonly span: Span;
  readonly nameSpan: Span;
  /** The first argument; an empty object when there is none. */
  readonly options: StaticValue;
  /** Options that plugins add to this kind of declaration, among those written. */
  readonly pluginOptions: readonly string[];
  /** SDK classes among the ancestors, nearest first: `ToolContext`, `DynamicPlugin`. */
  readonly bases: readonly string[];
  /** Every ancestor could be followed to its end. */
  readonly basesKnown: boolean;
  readonly methods: readonly string[];
  /** Tokens asked for with `inject()` in fields and the constructor. */
  readonly needs: readonly Need[];
  /** Tokens asked for with `get()` of the context while a call runs, where a failure is not caught. */
  readonly gets: readonly Need[];
  /** Types of constructor parameters that have no default. */
  readonly constructorTypes: readonly string[];
  /** May open an event stream. */
  readonly streams: boolean;
  /** May ask its client something. */
  readonly asks: boolean;
  /** Names that an entry takes from its context; undefined when it could be any. */
  readonly contextMembers: readonly string[] | undefined;
  /** What an entry does for its effect before it asks for the first time. */
  readonly effectBeforeQuestion: Span | undefined;
  /** Where an entry hands what a client sent on as it is. */
  readonly dangers: readonly Danger[];
  /** Claims that `auth.authenticate` returns and that the server drops. */
  readonly reservedClaims: readonly ReservedClaim[];
}

export interface ReservedClaim {
  readonly name: string;
  readonly span: Span;
}

/** Where text of a client may become a command, a statement or a place. */
export type DangerKind = 'shell' | 'sql' | 'path' | 'deletion';

export interface Danger {
  readonly kind: DangerKind;
  /** The call as written. */
  readonly call: string;
  /** The argument. */
  readonly span: Span;
  /** The argument holds what a client sent. Of other calls only deletions are of interest. */
  readonly isFromClient: boolean;
}

/** A text of the sources that is a token of a known issuer. */
export interface LiteralToken {
  /** `a GitHub token` */
  readonly issuer: string;
  readonly span: Span;
}

export interface Need {
  /** As written, for messages. */
  readonly text: string;
  /** Identity of the token: equal for equal tokens. */
  readonly token: string;
  /** False where the sources do not decide which token it is. */
  readonly isDecided: boolean;
  readonly span: Span;
}

/** The value of an expression that the sources alone decide. */
export type StaticValue =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null | undefined; readonly span: Span }
  | StaticObject
  | {
      readonly kind: 'array';
      readonly items: readonly StaticValue[];
      /** What spreads bring in some branches. */
      readonly maybe?: readonly StaticValue[];
      readonly complete: boolean;
      readonly span: Span;
    }
  | {
      readonly kind: 'declaration';
      readonly id: DeclarationId;
      readonly text: string;
      /** The arguments of `.init(…)`, when that was called. */
      readonly init?: readonly StaticValue[];
      readonly span: Span;
    }
  | {
      readonly kind: 'class';
      readonly name: string;
      readonly class: ClassFacts;
      readonly init?: readonly StaticValue[];
      readonly span: Span;
    }
  | { readonly kind: 'function'; readonly token: string; readonly returns?: StaticValue; readonly span: Span }
  | {
      readonly kind: 'environment';
      readonly variable?: string;
      /** What stands for the variable where it is not set, in their order. */
      readonly fallbacks?: readonly StaticValue[];
      readonly span: Span;
    }
  | { readonly kind: 'schema'; readonly span: Span }
  | { readonly kind: 'one-of'; readonly values: readonly StaticValue[]; readonly span: Span }
  | {
      readonly kind: 'unknown';
      readonly text: string;
      readonly token: string;
      /** A name that leads nowhere, an expression that only running it decides, or an entry from elsewhere (`Tool.esm`, `App.remote`). */
      readonly because: 'unresolved' | 'computed' | 'remote';
      /** `new …` or `Symbol(…)`: as a token it is equal to nothing else. */
      readonly makesToken?: true;
      /** By its type: a text, a number and the like. */
      readonly isScalar?: true;
      /** Where the imports behind a name that leads nowhere break off. */
      readonly broken?: Span;
      readonly span: Span;
    };

export interface StaticObject {
  readonly kind: 'object';
  readonly properties: readonly StaticProperty[];
  /** False when a spread could not be followed: there may be more. */
  readonly complete: boolean;
  readonly span: Span;
}

export interface StaticProperty {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: StaticValue;
}

/** An undecorated class that a provider record or list names. */
export interface ClassFacts {
  readonly token: string;
  /** Declared where its decorators do not show (a declaration file, a wrapper, a call): what it is, evaluation tells. */
  readonly opaque: boolean;
  readonly bases: readonly string[];
  readonly needs: readonly Need[];
  readonly constructorTypes: readonly string[];
}

/** Everything that the sources declare, reachable from the entry. */
export interface Declarations {
  /** Project-relative path of the entry module. */
  readonly entry: string;
  /** Its absolute path. */
  readonly entryFile: string;
  readonly entrySpan: Span;
  /** Ids of the classes with `@Service`. */
  readonly servers: readonly DeclarationId[];
  readonly all: ReadonlyMap<DeclarationId, Declaration>;
  readonly literalTokens: readonly LiteralToken[];
  /** Uses of functions that start or connect a server. */
  readonly startCalls: readonly StartCall[];
  /** Tokens of the request and its logger that the sources name: no provider stands behind them. */
  readonly builtInTokens: readonly string[];
  /** Identity of a declaration as an injection token. */
  tokenOf(id: DeclarationId): string;
}

/** An item of a list option and where it is declared. */
export interface ListedDeclaration {
  /** `tools` */
  readonly list: string;
  /** As written. */
  readonly text: string;
  readonly span: Span;
  /** Project-relative path. */
  readonly declaredIn: string;
}
/** Base classes of each kind of entry; messages name the first. `ResourceContext<Params>` serves a template as well. */
export const contextClasses: Readonly<Partial<Record<string, readonly [string, ...string[]]>>> = {
  tool: ['ToolContext'],
  resource: ['ResourceContext'],
  'resource-template': ['ResourceTemplateContext', 'ResourceContext'],
  prompt: ['PromptContext'],
};

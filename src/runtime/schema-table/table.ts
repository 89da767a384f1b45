import type { Json, JsonObject } from '../model/index.ts';
import type { AbsentInput } from './keys.ts';

/**
 * A schema as data: what the compiler found in the user's zod schema, ready to be printed into a bundle. Nodes name
 * each other by index, so that a recursive schema is a cycle of numbers. Functions of the user's are named by id and handed in beside it.
 */
export interface SchemaTable {
  readonly root: number;
  readonly nodes: readonly SchemaNode[];
}

/** A value that may not be JSON: `{ "$": kind, v }`. */
export type EncodedValue = Json;

/** What the run time asks a schema for beside checking: a table that stands for one in a bundle brings the answers. */
export interface TableFacts {
  /** Results of this kind are shaped in a way of their own: `date`. */
  readonly kind?: string;
  /** JSON Schema of what goes in: the form of a question. */
  readonly form?: JsonObject;
}

/** Id of a function of the user's. */
export type CallbackId = string;

/** The author's own message: a text, or a function that makes one. */
export type ErrorText = string | { readonly call: CallbackId };

interface Common {
  readonly checks?: readonly CheckRow[];
  readonly error?: ErrorText;
  /** The schema is a check of its own (`z.email()`, `z.int()`, `z.custom()`): the first check speaks for it. */
  readonly selfCheck?: true;
  readonly absent?: AbsentInput;
  /** The parsed key may be absent too. */
  readonly absentOut?: true;
}

export type PlainKind = 'symbol' | 'undefined' | 'null' | 'any' | 'unknown' | 'never' | 'void' | 'nan' | 'custom';
export type CoercibleKind = 'string' | 'number' | 'boolean' | 'bigint' | 'date';
export type WrapperKind = 'optional' | 'exact_optional' | 'nullable' | 'nonoptional' | 'success' | 'readonly' | 'lazy';

export type SchemaNode = Common &
  (
    | { readonly type: PlainKind }
    | { readonly type: CoercibleKind; readonly coerce?: true }
    | { readonly type: 'values'; readonly values: readonly EncodedValue[] }
    | { readonly type: 'template'; readonly pattern: PatternRow; readonly format: string }
    | { readonly type: 'array' | 'set'; readonly item: number }
    | { readonly type: 'tuple'; readonly items: readonly number[]; readonly rest?: number }
    | { readonly type: 'object'; readonly shape: readonly (readonly [string, number])[]; readonly catchall?: number | 'never' }
    | { readonly type: 'shape'; readonly shape: readonly (readonly [string, number])[] }
    | {
        readonly type: 'record';
        readonly key: number;
        readonly value: number;
        readonly loose?: true;
        /** The keys that the key schema lists; with `partial` each may be absent. */
        readonly values?: readonly EncodedValue[];
        readonly partial?: true;
      }
    | { readonly type: 'map'; readonly key: number; readonly value: number }
    | { readonly type: 'union'; readonly options: readonly number[]; readonly exclusive?: true }
    | {
        readonly type: 'discriminated';
        readonly options: readonly number[];
        readonly key: string;
        /** Option index by discriminator value; null where two options claim it. */
        readonly index: readonly (readonly [EncodedValue, number | null])[];
        readonly fallback?: true;
      }
    | { readonly type: 'intersection' | 'pipe'; readonly left: number; readonly right: number }
    | { readonly type: WrapperKind; readonly inner: number }
    | {
        readonly type: 'default' | 'prefault' | 'catch';
        readonly inner: number;
        readonly value: EncodedValue | { readonly call: CallbackId };
      }
    | { readonly type: 'transform'; readonly call: CallbackId }
    | { readonly type: 'codec'; readonly left: number; readonly right: number; readonly call: CallbackId }
    | {
        readonly type: 'stringbool';
        readonly left: number;
        readonly right: number;
        readonly truthy: readonly string[];
        readonly falsy: readonly string[];
        readonly caseSensitive?: true;
      }
  );

/** A regular expression: source and flags. */
export type PatternRow = readonly [string, string];

export type OverwriteName = 'trim' | 'toLowerCase' | 'toUpperCase' | 'NFC' | 'NFD' | 'NFKC' | 'NFKD' | 'slugify';

export type CheckRow = {
  readonly error?: ErrorText;
  /** No later check runs after it. */
  readonly abort?: true;
  /** The author's condition for running it. */
  readonly when?: { readonly call: CallbackId };
} & (
  | { readonly check: 'less_than' | 'greater_than'; readonly value: EncodedValue; readonly inclusive: boolean }
  | { readonly check: 'multiple_of'; readonly value: EncodedValue }
  | { readonly check: 'number_format' | 'bigint_format'; readonly format: string }
  | {
      readonly check: 'max_size' | 'min_size' | 'size_equals' | 'max_length' | 'min_length' | 'length_equals';
      readonly bound: number;
    }
  | { readonly check: 'pattern'; readonly format: string; readonly pattern: PatternRow; readonly bare?: true }
  | { readonly check: 'includes' | 'starts_with' | 'ends_with'; readonly text: string; readonly position?: number }
  | { readonly check: 'url'; readonly hostname?: PatternRow; readonly protocol?: PatternRow; readonly normalize?: boolean }
  | { readonly check: 'format'; readonly format: CodedFormat; readonly pattern?: PatternRow }
  | { readonly check: 'jwt'; readonly algorithm?: string }
  | { readonly check: 'custom_format'; readonly format: string; readonly call: CallbackId }
  | { readonly check: 'property'; readonly key: string; readonly schema: number }
  | { readonly check: 'overwrite'; readonly how: OverwriteName | { readonly call: CallbackId } }
  | { readonly check: 'refine'; readonly call: CallbackId; readonly path?: readonly (string | number)[]; readonly params?: EncodedValue }
  | { readonly check: 'function'; readonly call: CallbackId; readonly withContext?: true }
);

/** Formats that need more than a pattern. */
export type CodedFormat = 'ipv6' | 'cidrv6' | 'base64' | 'base64url' | 'credit_card' | 'iban';

import type { ContentBlock, ToolResult } from '../model/index.ts';

/**
 * Any schema of a library that speaks Standard Schema (zod 4.2 and later). The constraint is shallow on purpose: comparing whole
 * schema types would make a user's `tsc` slow.
 */
export interface AnySchema {
  readonly '~standard': object;
}

/** A record of schemas: the short way to write an object schema. */
export interface RawShape {
  readonly [key: string]: AnySchema;
}

/** A schema for `inputSchema`. */
export type InputSchema = AnySchema | RawShape;

export type OutputLiteral = 'string' | 'number' | 'boolean' | 'date' | 'image' | 'audio' | 'resource' | 'resource_link';

/** A schema for `outputSchema`. */
export type OutputSchema = OutputLiteral | readonly OutputLiteral[] | AnySchema | RawShape | undefined;

/** Parsed type of a schema. */
export type SchemaOutput<S> = S extends { readonly _zod: { readonly output: infer O } }
  ? O
  : S extends { readonly '~standard': { readonly types?: { readonly output: infer O } | undefined } }
    ? O
    : unknown;

/** Input type of a schema. */
export type SchemaInput<S> = S extends { readonly _zod: { readonly input: infer I } }
  ? I
  : S extends { readonly '~standard': { readonly types?: { readonly input: infer I } | undefined } }
    ? I
    : unknown;

interface OptionalOut {
  readonly _zod: { readonly optout: 'optional' };
}

interface OptionalIn {
  readonly _zod: { readonly optin: 'optional' | 'defaulted' };
}

type Flat<T> = { [K in keyof T]: T[K] };

/** Object type of a raw shape after parsing. */
export type ShapeOutput<S> = Flat<
  { -readonly [K in keyof S as S[K] extends OptionalOut ? never : K]: SchemaOutput<S[K]> } & {
    -readonly [K in keyof S as S[K] extends OptionalOut ? K : never]?: SchemaOutput<S[K]>;
  }
>;

/** Object type of a raw shape before parsing. */
export type ShapeInput<S> = Flat<
  { -readonly [K in keyof S as S[K] extends OptionalIn ? never : K]: SchemaInput<S[K]> } & {
    -readonly [K in keyof S as S[K] extends OptionalIn ? K : never]?: SchemaInput<S[K]>;
  }
>;

/** Argument of a handler with this `inputSchema`. */
export type HandlerInput<S> = S extends AnySchema ? SchemaOutput<S> : ShapeOutput<S>;

type Block<T extends ContentBlock['type']> = Extract<ContentBlock, { readonly type: T }>;
type MediaBlock<T extends 'image' | 'audio'> = Omit<Block<'image' | 'audio'>, 'type'> & { readonly type: T };

interface LiteralValues {
  string: string;
  number: number;
  boolean: boolean;
  date: Date;
  image: MediaBlock<'image'> | readonly MediaBlock<'image'>[];
  audio: MediaBlock<'audio'> | readonly MediaBlock<'audio'>[];
  resource: Block<'resource'> | readonly Block<'resource'>[];
  resource_link: Block<'resource_link'> | readonly Block<'resource_link'>[];
}

/** Results that a handler with this `outputSchema` may return; a full result with `content` is always allowed. */
export type HandlerOutput<O> = undefined extends O
  ? unknown
  :
      | ToolResult
      | (O extends OutputLiteral
          ? LiteralValues[O]
          : O extends readonly OutputLiteral[]
            ? { readonly [K in keyof O]: O[K] extends OutputLiteral ? LiteralValues[O[K]] : never }
            : O extends AnySchema
              ? SchemaInput<O>
              : ShapeInput<O>);

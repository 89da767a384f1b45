import { isRecord } from '../std/index.ts';
import type { Awaitable } from '../std/promises.ts';
import type { AnySchema } from './schema-types.ts';

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly unknown[] | undefined;
}

export type SchemaOutcome = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

interface JsonSchemaOptions {
  readonly target: string;
  /** Each library's own; others pass it over. */
  readonly libraryOptions: object;
}

/** A schema of a Standard Schema library (standardschema.dev, version 1). */
export interface StandardSchema extends AnySchema {
  readonly '~standard': {
    readonly validate: (value: unknown) => Awaitable<SchemaOutcome>;
    /** Of a table that stands for a schema in a bundle. */
    readonly vendor?: unknown;
    readonly kind?: unknown;
    /** Standard JSON Schema; zod has it from 4.2 on. */
    readonly jsonSchema?: {
      readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
      readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
    };
  };
}

/** True for a schema of any Standard Schema library. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value)) return false;
  const standard = value['~standard'];
  return typeof standard === 'object' && standard !== null && 'validate' in standard && typeof standard.validate === 'function';
}

/** True for a plain record whose every value is a schema; the empty record is one. */
export function isRawShape(value: unknown): value is Readonly<Record<string, StandardSchema>> {
  if (!isRecord(value) || isStandardSchema(value)) return false;
  return Object.values(value).every(isStandardSchema);
}

/** Runs one schema. */
export const validateWith = (schema: StandardSchema, value: unknown): Awaitable<SchemaOutcome> => schema['~standard'].validate(value);

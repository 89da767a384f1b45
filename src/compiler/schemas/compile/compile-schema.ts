import type { SchemaTable, CheckRow, SchemaNode } from '@service/sdk/schema-table';
import type { CallbackMarks } from './callback-marks.ts';
import { CannotCompile, cannot } from './cannot-compile.ts';
import { isPlainRecord } from './encode-value.ts';
import { createTableBuilder, errorOf, listFact, type TableBuilder } from './table-builder.ts';
import { isZod, zodSettings, type ZodSchema } from './zod-facts.ts';
import { readCheck } from './read-check.ts';
import { readKind } from './read-kind.ts';

export type CompiledSchema = { readonly table: SchemaTable } | { readonly cannot: string; readonly call?: string };

export interface CompileSchemaOptions {
  readonly marks: CallbackMarks;
  /** True when no installed package made a part of the schemas, so that a function without a mark is zod's own. */
  readonly everyFunctionIsMarked: boolean;
}

/** The table of a zod 4 schema or of a raw shape of them, or why it has to stay a zod object. Reads what the schema holds; imports no zod. */
export function compileSchema(schema: unknown, options: CompileSchemaOptions): CompiledSchema {
  const problem = settingsProblem();
  if (problem !== undefined) return { cannot: problem };
  try {
    const { builder, nodes } = createTableBuilder(options, readSchema);
    if (!isShape(schema)) return { table: { root: builder.add(schema), nodes } };
    // Printed as a member, this key would set the prototype of the parsed value.
    if (Object.hasOwn(schema, '__proto__')) return { cannot: 'a key named __proto__' };
    const shape = Object.entries(schema).map(([key, field]): [string, number] => [key, builder.add(field)]);
    return { table: { root: nodes.push({ type: 'shape', shape }) - 1, nodes } };
  } catch (error) {
    if (error instanceof CannotCompile) return { cannot: error.message, call: error.call };
    throw error;
  }
}

/** A record of schemas: the short way to write an object. */
const isShape = (schema: unknown): schema is Readonly<Record<string, unknown>> =>
  typeof schema === 'object' && schema !== null && !('~standard' in schema) && !isZod(schema) && isPlainRecord(schema);

/** Process-wide settings of zod that a table would not follow. */
function settingsProblem(): string | undefined {
  const { customError, localeError } = zodSettings();
  if (customError !== undefined) return '`z.config({ customError })`';
  const sample = { code: 'invalid_type', expected: 'string', input: 1 };
  const text: unknown = typeof localeError === 'function' ? (localeError as (issue: object) => unknown)(sample) : undefined;
  return text === 'Invalid input: expected string, received number' ? undefined : '`z.config` with another locale than English';
}

/** The node of one schema: its kind, its checks, its own message, and what an absent key means. */
function readSchema(schema: ZodSchema, builder: TableBuilder): SchemaNode {
  const { def, traits, optin, optout } = schema._zod;
  const isCheck = traits?.has('$ZodCheck') === true;
  const own = isCheck ? readCheck(schema, builder) : undefined;
  const checks = [...(own === undefined ? [] : [own]), ...checksOf(schema, builder)];
  return {
    ...readKind(schema, builder),
    ...errorOf(def, builder),
    ...(checks.length > 0 ? { checks } : {}),
    ...(own === undefined ? {} : { selfCheck: true as const }),
    ...(optin === 'optional' || optin === 'defaulted' ? { absent: optin } : {}),
    ...(optout === 'optional' ? { absentOut: true as const } : {}),
  };
}

function checksOf(schema: ZodSchema, builder: TableBuilder): CheckRow[] {
  const { checks } = schema._zod.def;
  if (checks === undefined) return [];
  return listFact(checks, 'the checks').flatMap((check) => {
    if (!isZod(check)) return cannot('a check of another library than zod 4');
    const row = readCheck(check, builder);
    return row === undefined ? [] : [row];
  });
}

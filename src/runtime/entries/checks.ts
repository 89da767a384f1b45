import { isStandardSchema, validateWith, type parseWith, type SchemaIssue, type SchemaOutcome } from '../define/index.ts';
import { needed, ServiceError } from '../errors/index.ts';
import type { EntryId, JsonSchema, ToolModel } from '../model/index.ts';
import type { Check } from './live-entry.ts';
import type { NamedEntry } from './server-model-of.ts';
import type { createUriMatcher } from './uri-matcher.ts';

/** Tells what is wrong with a value; `undefined` for a good one. */
export type Validator = (value: unknown) => readonly SchemaIssue[] | undefined;

export interface Checks {
  /** Absent where no entry has a template. */
  readonly createUriMatcher?: typeof createUriMatcher;
  /** Absent where every schema is a table of the build. */
  readonly parseWith?: typeof parseWith;
  /** Absent where every tool has a schema. */
  readonly checkRaw?: typeof checkRaw;
  /** Validators compiled at build, by entry. */
  readonly validators?: Readonly<Record<EntryId, Validator>>;
  /** For uncompiled use: makes a validator of a raw JSON Schema. */
  readonly compileValidator?: (schema: JsonSchema) => Validator;
}

const noArguments: SchemaOutcome = { value: Object.freeze({}) };

/** How a tool's arguments are checked. */
export function inputCheck(model: ToolModel, entry: NamedEntry['collected'], checks: Checks): Check {
  if (model.inputKind === 'none') return () => noArguments;
  const schema = model.inputKind === 'raw' ? undefined : entry.declaration.options['inputSchema'];
  // At build zod may have been taken out of the bundle; then the compiled validator is all there is.
  return schema === undefined ? needed(checks.checkRaw, 'check raw schemas')(model, checks) : schemaCheck(schema, checks);
}

/** Of one of a schema library, as which tables stand too, or of a record of them. */
function schemaCheck(schema: unknown, { parseWith }: Checks): Check {
  if (isStandardSchema(schema)) return (value) => validateWith(schema, value);
  const parse = needed(parseWith, 'read a schema');
  return (value) => parse(schema, value);
}

/** Of what JSON Schema alone describes. */
export function checkRaw(model: ToolModel, { compileValidator, validators }: Checks): Check {
  const validator = validators?.[model.id] ?? (model.inputKind === 'raw' ? compileValidator?.(model.inputSchema) : undefined);
  // Calling without a check would hand unchecked input to the author: refuse to start instead.
  if (validator === undefined)
    throw new ServiceError(
      'CONFIG_INVALID',
      `tool "${model.listedName}" has a raw JSON Schema and no validator: build the project with "service build", or pass compileValidator`,
    );
  return (value) => {
    const issues = validator(value);
    return issues === undefined ? { value } : { issues };
  };
}

/** How a tool's value is checked, when a schema describes it. */
export function outputCheck(model: ToolModel, entry: NamedEntry['collected'], checks: Checks): { readonly checkOutput?: Check } {
  const schema = entry.declaration.options['outputSchema'];
  return model.output.kind === 'any' || model.output.kind === 'content' || schema === undefined
    ? {}
    : { checkOutput: schemaCheck(schema, checks) };
}

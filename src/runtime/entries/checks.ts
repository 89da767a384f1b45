import { isStandardSchema, parseWith, validateWith, type SchemaOutcome } from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';
import type { ToolModel } from '../model/index.ts';
import type { Checks, EntryServices } from './entry-services.ts';
import type { Check } from './live-entry.ts';
import type { NamedEntry } from './server-model-of.ts';

interface ServedChecks extends Checks {
  readonly services: Pick<EntryServices, 'checkLibrarySchema' | 'checkRaw'>;
}

const noArguments: SchemaOutcome = { value: Object.freeze({}) };

/** How a tool's arguments are checked. */
export function inputCheck(model: ToolModel, entry: NamedEntry['collected'], checks: ServedChecks): Check {
  if (model.inputKind === 'none') return () => noArguments;
  const schema = model.inputKind === 'raw' ? undefined : entry.declaration.options['inputSchema'];
  // At build zod may have been taken out of the bundle; then the compiled validator is all there is.
  return schema === undefined ? checks.services.checkRaw(model, checks) : schemaCheck(schema, checks);
}

/** Of one of a schema library, as which tables stand too, or of a record of them. */
const schemaCheck = (schema: unknown, { services }: ServedChecks): Check =>
  isStandardSchema(schema) ? (value) => validateWith(schema, value) : services.checkLibrarySchema(schema);

/** Of a schema library's own objects and records of them, which are no tables. */
export const checkLibrarySchema =
  (schema: unknown): Check =>
  (value) =>
    parseWith(schema, value);

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
export function outputCheck(model: ToolModel, entry: NamedEntry['collected'], checks: ServedChecks): { readonly checkOutput?: Check } {
  const schema = entry.declaration.options['outputSchema'];
  return model.output.kind === 'any' || model.output.kind === 'content' || schema === undefined
    ? {}
    : { checkOutput: schemaCheck(schema, checks) };
}

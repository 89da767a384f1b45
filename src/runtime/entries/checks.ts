import { parseWith } from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';
import type { ToolModel } from '../model/index.ts';
import type { Checks } from './entry-services.ts';
import type { Check } from './live-entry.ts';

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

import { parseWith } from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';
import type { ToolModel } from '../model/index.ts';
import type { Checks } from './entry-services.ts';
import type { Check } from './live-entry.ts';

/** Checks by a schema of a library, or a record of them, that the build did not turn into a table. */
export const checkLibrarySchema =
  (schema: unknown): Check =>
  (value) =>
    parseWith(schema, value);

/** Checks by a raw JSON Schema. @throws {ServiceError} CONFIG_INVALID without its validator */
export function checkRaw(model: ToolModel, { validators }: Checks): Check {
  const validator = validators?.[model.id];
  // Calling without a check would hand unchecked input to the author: refuse to start instead.
  if (validator === undefined)
    throw new ServiceError(
      'CONFIG_INVALID',
      `tool "${model.listedName}" has a raw JSON Schema and no validator: build the project with "service build"`,
    );
  return (value) => {
    const issues = validator(value);
    return issues === undefined ? { value } : { issues };
  };
}

import { ServiceError } from '../errors/index.ts';
import { compileSchema, SchemaFault } from '../json-schema/index.ts';
import type { EntryServices } from '../entries/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** @throws {ServiceError} CONFIG_INVALID for a schema that cannot be used */
export const checkRaw: NonNullable<EntryServices['checkRaw']> = ({ inputSchema, listedName }) => {
  const check = compiled(inputSchema, listedName);
  return (value) => {
    const issues = check(value);
    return issues === undefined ? { value } : { issues };
  };
};

function compiled(schema: object, tool: string): ReturnType<typeof compileSchema> {
  try {
    return compileSchema(schema);
  } catch (error) {
    if (!(error instanceof SchemaFault)) throw error;
    throw new ServiceError('CONFIG_INVALID', `\`rawInputSchema\` of the tool "${tool}" is no JSON Schema 2020-12: ${error.message}`);
  }
}

/** As `raw-schemas`, for servers that were not compiled: no build has written a function for each schema. */
export const interpretedSchemas = defineFeature('raw-schemas', () => ({}), { assembly: { checkRaw } });

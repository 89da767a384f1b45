import { retold, ServiceError } from '../errors/index.ts';
import type { OpenSchemas, ToolModel } from '../model/index.ts';
import type { CollectedEntry } from './collected.ts';
import { readInput } from './entry-models.ts';
import { readOutput } from './output-shape.ts';

/**
 * A tool whose open schemas are converted to JSON Schema in this process.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA naming the tool
 */
export function convertSchemas(tool: ToolModel, { declaration: { options } }: CollectedEntry, open: OpenSchemas): ToolModel {
  try {
    const { outputSchema: known, ...rest } = tool;
    const given = open.input === true ? { ...rest, ...readInput(options, undefined) } : rest;
    if (open.output !== true) return known === undefined ? given : { ...given, outputSchema: known };
    const { schema, shape } = readOutput(options['outputSchema']);
    return { ...given, output: shape, outputSchema: schema };
  } catch (error) {
    throw error instanceof ServiceError ? retold(error, `tool "${tool.name}": ${error.message}`) : error;
  }
}

import { compileSchema, SchemaFault } from '@service/sdk/json-schema';
import { fromStandard, type CheckedSchema, type JsonSchema, type StandardSchema } from './standard-schema.ts';

/**
 * @param name of the tool, for messages
 * @throws {TypeError} a schema of neither kind
 */
export function checkedSchema<Output>(name: string, schema: StandardSchema<Output> | JsonSchema): CheckedSchema<Output> {
  return isStandard<Output>(schema) ? fromStandard(name, schema) : fromJson(name, schema);
}

const isStandard = <Output>(schema: StandardSchema<Output> | JsonSchema): schema is StandardSchema<Output> => '~standard' in schema;

function fromJson<Output>(name: string, inputSchema: JsonSchema): CheckedSchema<Output> {
  const find = compiled(name, inputSchema);
  return {
    inputSchema,
    check: async (args) => {
      const problems = find(args);
      // What a JSON Schema checks has the type that its author gave the tool.
      return problems === undefined ? { value: args as Output } : { issues: problems };
    },
  };
}

/** @throws {SchemaFault} an object that holds itself has no JSON: a list could not show it */
function refuseCycle(schema: JsonSchema): void {
  try {
    JSON.stringify(schema);
  } catch {
    throw new SchemaFault('it holds itself, and so it is no JSON: write "$ref": "#"');
  }
}

function compiled(name: string, schema: JsonSchema): ReturnType<typeof compileSchema> {
  try {
    refuseCycle(schema);
    return compileSchema(schema);
  } catch (fault) {
    if (!(fault instanceof SchemaFault)) throw fault;
    throw new TypeError(`The input schema of the tool "${name}" is refused: ${fault.message}`, { cause: fault });
  }
}

import type { JsonObject, ToolModel } from '@service/sdk/model';
import type { KnownTool } from './catalogue.ts';
import { typeOfSchema } from './type-of-schema.ts';

const maxExamples = 5;

/** A tool with all that a script needs to call it. */
export function describeTool({ appId, description, model, name }: KnownTool): object {
  const { annotations, examples = [], inputSchema, outputSchema } = model;
  return {
    name,
    appId,
    description,
    inputSchema,
    outputSchema,
    annotations,
    usageExamples: examples.slice(0, maxExamples).map((one) => ({
      description: one.description,
      code: `await callTool(${JSON.stringify(name)}, ${JSON.stringify(one.input)})`,
    })),
  };
}

/** The same for `getTool` of a script, as JSON. */
export const toolText = ({ appId, description, model: { inputSchema, outputSchema }, name }: KnownTool): string =>
  JSON.stringify({ name, appId, description, inputSchema, outputSchema });

/** Declarations of TypeScript: models write better code from types than from schemas. */
export const declarationsOf = (tools: readonly KnownTool[]): string => tools.map(declarationOf).join('\n');

function declarationOf({ model, name }: KnownTool): string {
  const { inputSchema } = model;
  const { required } = inputSchema as JsonObject;
  const isOptional = !Array.isArray(required) || required.length === 0;
  return `declare function callTool(name: ${JSON.stringify(name)}, args${isOptional ? '?' : ''}: ${typeOfSchema(inputSchema)}): Promise<${resultType(model)}>;`;
}

/** A script gets the structured content, or what stands for it. */
function resultType({ output: { kind }, outputSchema }: ToolModel): string {
  if (outputSchema !== undefined) return typeOfSchema(outputSchema);
  return kind === 'content' || kind === 'primitive' || kind === 'date' ? 'string | { content: unknown[] }' : 'any';
}

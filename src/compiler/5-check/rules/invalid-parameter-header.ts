import type { Json, JsonObject } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { placeOf, type Rule } from '../rule.ts';

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const plainTypes = ['string', 'number', 'integer', 'boolean'];

/** MCP 2026-07-28: a marked parameter also travels as the header Mcp-Param-<Name>. */
export const checkInvalidParameterHeader: Rule = (model) =>
  model.server.tools.flatMap(({ name: tool, inputSchema, id }) => {
    const seen = new Set<string>();
    return markedParameters(inputSchema, '').flatMap(({ parameter, header, type }) => {
      const problem = problemOf(header, type, seen);
      return problem === undefined ? [] : [diagnose('invalid-parameter-header', { tool, parameter, problem }, placeOf(model, id))];
    });
  });

interface Marked {
  readonly parameter: string;
  readonly header: Json;
  readonly type: Json | undefined;
}

function markedParameters(schema: JsonObject, path: string): readonly Marked[] {
  const { properties } = schema;
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const parameter = path === '' ? name : `${path}.${name}`;
    const header = property['x-mcp-header'];
    return [...(header === undefined ? [] : [{ parameter, header, type: property['type'] }]), ...markedParameters(property, parameter)];
  });
}

function problemOf(header: Json, type: Json | undefined, seen: Set<string>): string | undefined {
  if (typeof header !== 'string' || !token.test(header)) return `${JSON.stringify(header)} is not a header name`;
  if (seen.has(header.toLowerCase())) return `"${header}" is used twice`;
  seen.add(header.toLowerCase());
  return typeof type === 'string' && plainTypes.includes(type)
    ? undefined
    : 'only a string, a number, an integer or a boolean fits in a header';
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

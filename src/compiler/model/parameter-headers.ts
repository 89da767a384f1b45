import { isJsonObject, type Json, type JsonObject } from '@service/sdk/model';

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** A `number` is excluded: two ends may print the same fraction differently (SEP-2243). */
const headerTypes: readonly Json[] = ['string', 'integer', 'boolean'];

export interface ParameterHeaderProblem {
  /** Path of the parameter, `a.b` for a nested one. */
  readonly parameter: string;
  readonly problem: string;
}

/** What is wrong with the `x-mcp-header` annotations of a tool's arguments; clients drop a tool that has one such problem. */
export function parameterHeaderProblems(inputSchema: JsonObject): readonly ParameterHeaderProblem[] {
  const seen = new Set<string>();
  return markedParameters(inputSchema, '').flatMap(({ parameter, header, type }) => {
    const problem = problemOf(header, type, seen);
    return problem === undefined ? [] : [{ parameter, problem }];
  });
}

interface Marked {
  readonly parameter: string;
  readonly header: Json;
  readonly type: Json | undefined;
}

function markedParameters(schema: JsonObject, path: string): readonly Marked[] {
  const { properties } = schema;
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isJsonObject(property)) return [];
    const parameter = path === '' ? name : `${path}.${name}`;
    const header = property['x-mcp-header'];
    return [...(header === undefined ? [] : [{ parameter, header, type: property['type'] }]), ...markedParameters(property, parameter)];
  });
}

function problemOf(header: Json, type: Json | undefined, seen: Set<string>): string | undefined {
  if (typeof header !== 'string' || !token.test(header)) return `${JSON.stringify(header)} is not a header name`;
  if (seen.has(header.toLowerCase())) return `"${header}" is used twice`;
  seen.add(header.toLowerCase());
  return type !== undefined && headerTypes.includes(type) ? undefined : 'only a string, an integer or a boolean fits in a header';
}

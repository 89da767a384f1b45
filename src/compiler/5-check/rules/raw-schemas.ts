import { closestName, messageOf } from '@service/sdk/internal';
import { compileSchema } from '@service/sdk/json-schema';
import { escapePointer, isJsonObject, type Json, type ToolModel } from '@service/sdk/model';
import { diagnose, type DiagnosticLocation } from '../../diagnostics/index.ts';
import type { CheckedModel, Rule } from '../rule.ts';

/**
 * Schemas that authors write as JSON: invalid ones, and names that JSON Schema leaves without effect because they are misspelt. Those of an
 * adapter are its documents' business, and compiled with the bundle.
 */
export const checkRawSchemas: Rule = (model) => {
  // Before evaluation a schema may be a part of itself.
  if (model.server.options === undefined) return [];
  return model.server.tools
    .filter(({ inputKind, owner }) => inputKind === 'raw' && owner.every(({ kind }) => kind !== 'adapter'))
    .flatMap((tool) => {
      const problem = problemOf(tool);
      if (problem !== undefined)
        return [diagnose('raw-schema-invalid', { tool: tool.name, problem }, locationIn(model, tool, pathIn(problem)))];
      return misspeltIn(tool.inputSchema, []).map(({ kind, name, path, suggestion }) => {
        const location = { ...locationIn(model, tool, path), suggestion };
        return diagnose('raw-schema-misspelt', { tool: tool.name, kind, name }, location);
      });
    });
};

function problemOf({ inputSchema }: ToolModel): string | undefined {
  try {
    compileSchema(inputSchema);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The place that a problem begins with: `at /properties/a/type: …`. */
const pathIn = (problem: string): readonly string[] => (/^at \/(\S*):/.exec(problem)?.[1] ?? '').split('/');

/** The part of the schema that the sources show, else the tool. */
const locationIn = ({ spanOfOption, spans }: CheckedModel, tool: ToolModel, path: readonly string[]): DiagnosticLocation => ({
  span: spanOfOption?.(`tool "${tool.name}"`, ['rawInputSchema', ...path].join('.')) ?? spans[tool.id] ?? spans['server'],
});

interface Misspelt {
  readonly kind: 'keyword' | 'format';
  readonly name: string;
  readonly path: readonly string[];
  readonly suggestion: string;
}

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Keywords with schemas below them: one, a list, or named ones. */
const one = wordsOf('additionalProperties contains else if items not propertyNames then unevaluatedItems unevaluatedProperties');
const several = wordsOf('allOf anyOf oneOf prefixItems $defs definitions dependentSchemas patternProperties properties');

/** Those of JSON Schema 2020-12, and the ones of OpenAPI that are near to some of them. */
const keywords = [
  ...one,
  ...several,
  ...wordsOf(`
    $anchor $comment $dynamicAnchor $dynamicRef $id $ref $schema $vocabulary const contentEncoding contentMediaType contentSchema default
    dependencies dependentRequired deprecated description enum examples exclusiveMaximum exclusiveMinimum format maxContains maximum
    maxItems maxLength maxProperties minContains minimum minItems minLength minProperties multipleOf pattern readOnly required title type
    uniqueItems writeOnly discriminator example externalDocs nullable xml
  `),
];

/** Those of JSON Schema, of OpenAPI's registry and of validators. */
const formats = wordsOf(`
  date date-time duration email hostname idn-email idn-hostname ipv4 ipv6 iri iri-reference json-pointer regex relative-json-pointer time uri
  uri-reference uri-template uuid base64url binary byte char date-time-local decimal decimal128 double float int8 int16 int32 int64 password
  time-local uint8 uint16 uint32 uint64 unix-time url
`);

function misspeltIn(schema: Json | undefined, path: readonly string[]): readonly Misspelt[] {
  if (!isJsonObject(schema)) return [];
  const { format } = schema;
  return [
    ...(typeof format === 'string' ? misspelt('format', format, { known: formats, path: [...path, 'format'] }) : []),
    ...Object.entries(schema).flatMap(([name, value]) => {
      const own = [...path, name];
      if (one.includes(name)) return misspeltIn(value, own);
      if (!several.includes(name)) return name.startsWith('x-') ? [] : misspelt('keyword', name, { known: keywords, path: own });
      const inner = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : [];
      return inner.flatMap(([key, part]: [string, Json | undefined]) => misspeltIn(part, [...own, escapePointer(key)]));
    }),
  ];
}

/** A name that is far from every known one is an annotation of the author's own. */
function misspelt(
  kind: Misspelt['kind'],
  name: string,
  { known, path }: { readonly known: readonly string[]; readonly path: readonly string[] },
): readonly Misspelt[] {
  const suggestion = known.includes(name) ? undefined : closestName(name, known);
  return suggestion === undefined ? [] : [{ kind, name, path, suggestion }];
}

import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import type { Flag, Globals } from './flag.ts';
import { kindOf, resolveReference } from './value-kind.ts';
import { UsageFault } from '../failures.ts';
import { readFlags } from './read-flags.ts';

/** What can be typed behind two dashes, in any shell. */
const usableName = /^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u;

/** Flags of a tool: one for each argument, and one for all of them as JSON. */
export interface SchemaFlags {
  readonly flags: readonly Flag[];
  /** Takes every argument, those that have no flag too. */
  readonly whole: Flag;
}

/** @param schema a tool's `inputSchema` */
export function flagsOfSchema(schema: JsonObject): SchemaFlags {
  const properties = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = properties.map(([property]) => property);
  const flags = properties.flatMap(([property, described]): Flag[] => {
    const [name, ...aliases] = spellings(property, names);
    if (name === undefined) return [];
    const resolved = resolveReference(described, schema);
    const summary = memberOf(described, resolved, 'description');
    const standard = memberOf(described, resolved, 'default');
    return [
      {
        name,
        aliases,
        property,
        kind: kindOf(described, schema),
        required: required.includes(property) && standard === undefined,
        summary: typeof summary === 'string' ? summary : undefined,
        standard,
      },
    ];
  });
  const taken = new Set(flags.flatMap(({ aliases = [], name }) => [name, ...aliases]));
  let name = 'arguments';
  while (taken.has(name)) name = `tool-${name}`;
  const kind = { kind: 'json', types: new Set(['object' as const]) } as const;
  return { flags, whole: { name, property: name, kind, summary: 'All arguments as one JSON object; flags win over its members' } };
}

/** Flag names of a property: in kebab case and as written. A kebab-case name that two properties would share belongs to neither. */
function spellings(property: string, all: readonly string[]): readonly string[] {
  const exact = usableName.test(property) ? [property] : [];
  const words = kebab(property);
  const isOwn = words !== '' && all.every((other) => other === property || (kebab(other) !== words && other !== words));
  return isOwn && words !== property ? [words, ...exact] : exact;
}

/** Beside a `$ref`, else where it leads. */
const memberOf = (schema: Json | undefined, resolved: Json | undefined, key: string): Json | undefined =>
  (isJsonObject(schema) ? schema[key] : undefined) ?? (isJsonObject(resolved) ? resolved[key] : undefined);

/** `getHTTPPage`, `get_http.page` → `get-http-page`; empty where a name has neither letters nor digits. */
export const kebab = (name: string): string =>
  name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1-$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();

/** The arguments of a call, from what follows the name of a tool. @throws {UsageFault} */
export async function readToolArguments(
  args: readonly string[],
  schema: JsonObject,
  readInput: () => Promise<string>,
): Promise<{ readonly given: JsonObject; readonly globals: Globals }> {
  const { flags, whole } = flagsOfSchema(schema);
  const { globals, values } = await readFlags(args, { flags: [...flags, whole], readInput });
  const { [whole.property]: all, ...single } = values;
  const given: JsonObject = { ...(isJsonObject(all) ? all : {}), ...single };
  if (globals.help !== true) checkRequired(given, schema, flags);
  return { given, globals };
}

function checkRequired(given: JsonObject, schema: JsonObject, flags: ReturnType<typeof flagsOfSchema>['flags']): void {
  const missing = flags.filter(({ property, required }) => required === true && !Object.hasOwn(given, property));
  const { required } = schema;
  const withoutFlag = (Array.isArray(required) ? required : []).filter(
    (property) => typeof property === 'string' && !Object.hasOwn(given, property) && !flags.some((flag) => flag.property === property),
  );
  const names = [
    ...missing.map(({ name }) => `--${name}`),
    ...withoutFlag.map((property) => `${JSON.stringify(property)} in --${flagsOfSchema(schema).whole.name}`),
  ];
  if (names.length === 0) return;
  throw new UsageFault(`Missing ${names.join(', ')}`, 'Add --help to see what each flag takes');
}

import { isJsonObject, type JsonSchema, type ServerModel } from '@service/sdk/model';

/** An entry or argument without a description. */
export interface Missing {
  readonly kind: 'tool' | 'argument' | 'resource' | 'resource template' | 'prompt';
  /** `add`, or `add: notes[].title` for an argument. */
  readonly name: string;
}

/** Entries and arguments without a description. */
export function findMissing({ tools, resources, resourceTemplates, prompts }: ServerModel): readonly Missing[] {
  const without = (
    kind: Missing['kind'],
    entries: readonly { readonly listedName: string; readonly description?: string }[],
  ): readonly Missing[] =>
    entries.filter(({ description = '' }) => description.trim() === '').map(({ listedName }) => ({ kind, name: listedName }));
  return [
    ...without('tool', tools),
    ...tools.flatMap(({ listedName, inputSchema }) =>
      undescribed(inputSchema, '').map((path): Missing => ({ kind: 'argument', name: `${listedName}: ${path}` })),
    ),
    ...without('resource', resources),
    ...without('resource template', resourceTemplates),
    ...without('prompt', prompts),
    ...prompts.flatMap(({ listedName, arguments: given }) =>
      given
        .filter(({ description = '' }) => description.trim() === '')
        .map(({ name }): Missing => ({ kind: 'argument', name: `${listedName}: ${name}` })),
    ),
  ];
}

/** Paths of properties without a description, in order. */
function undescribed(schema: JsonSchema, path: string): readonly string[] {
  const { properties, items } = schema;
  const inside = isJsonObject(items) ? undescribed(items, `${path}[]`) : [];
  if (!isJsonObject(properties)) return inside;
  const own = Object.entries(properties).flatMap(([name, property]) => {
    if (!isJsonObject(property)) return [];
    const here = path === '' ? name : `${path}.${name}`;
    const { description } = property;
    const described = typeof description === 'string' && description.trim() !== '';
    return [...(described ? [] : [here]), ...undescribed(property, here)];
  });
  return [...own, ...inside];
}

import { tool, type JsonSchema, type ToolItem } from '@service/sdk/define';
import { isRecord, withoutUndefined } from '@service/sdk/internal';
import type { EntryModel } from '@service/sdk/model';
import { Board } from './board.ts';
import { filterOf, maxFilter } from './filter.ts';

const flag = (otherwise: boolean, description: string): JsonSchema => ({ type: 'boolean', default: otherwise, description });
const filter: JsonSchema = { type: 'string', maxLength: maxFilter, description: 'Regular expression that names have to match.' };

interface Row {
  readonly name: string;
  readonly description: string;
  readonly properties: { readonly [name: string]: JsonSchema };
  readonly run: (board: Board, given: Readonly<Record<string, unknown>>) => object;
}

const rows: readonly Row[] = [
  {
    name: 'graph',
    description: 'The server as a graph: endpoints, apps, plugins, adapters, tools, resources and prompts.',
    properties: {
      includeSchemas: flag(false, 'With the JSON Schemas of tools.'),
      refresh: flag(false, 'Made now: an answer is kept for five seconds otherwise.'),
    },
    run: (board, { includeSchemas, refresh }) => board.graph(includeSchemas === true, refresh === true),
  },
  {
    name: 'list-tools',
    description: 'The tools of the server, hidden ones too.',
    properties: {
      filter,
      includePlugins: flag(true, 'With tools of plugins.'),
      includeSchemas: flag(false, 'With their JSON Schemas.'),
    },
    run: (board, { filter: pattern, includePlugins, includeSchemas }) => {
      const matches = filterOf(pattern);
      const tools = board.model.tools
        .filter((one) => (includePlugins !== false || !isOfPlugin(one)) && (matches(one.listedName) || matches(fullName(one))))
        .map(({ description, id, inputSchema, listedName: name, outputSchema, tags }) =>
          withoutUndefined({
            name,
            fullName: fullName({ id }),
            description,
            tags,
            ...(includeSchemas === true ? { inputSchema, outputSchema } : {}),
          }),
        );
      return { tools, count: tools.length };
    },
  },
  {
    name: 'list-resources',
    description: 'The resources and templates of the server.',
    properties: { filter, includeTemplates: flag(true, 'With templates.') },
    run: ({ model }, { filter: pattern, includeTemplates }) => {
      const matches = filterOf(pattern);
      const all = [
        ...model.resources.map((one) => ({ ...one, isTemplate: false })),
        ...(includeTemplates === false ? [] : model.resourceTemplates.map((one) => ({ ...one, uri: one.uriTemplate, isTemplate: true }))),
      ];
      const resources = all
        .filter(({ listedName, uri }) => matches(listedName) || matches(uri))
        .map(({ description, isTemplate, listedName: name, mimeType, uri }) =>
          withoutUndefined({ name, uri, description, mimeType, isTemplate }),
        );
      return { resources, count: resources.length };
    },
  },
];

/** `<owners>/<name>`: the entry's id without its kind. */
const fullName = ({ id }: Pick<EntryModel, 'id'>): string => id.slice(id.indexOf(':') + 1);

const isOfPlugin = ({ owner }: EntryModel): boolean => owner.some(({ kind }) => kind === 'plugin');

/** What the endpoint of the dashboard serves. */
export const dashboardTools: readonly ToolItem[] = rows.map(({ description, name, properties, run }) =>
  tool({
    name,
    description,
    rawInputSchema: { type: 'object', properties, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  })((input, ctx) => run(ctx.get(Board), isRecord(input) ? input : {})),
);

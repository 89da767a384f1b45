import { tool } from '@service/sdk/define';
import { fieldsOf, withoutUndefined } from '@service/sdk/internal';
import type { EntryModel } from '@service/sdk/model';
import { Board } from './board.ts';
import { filterOf } from './filter.ts';

/* Written out: what a function would compute counts as decided where the server runs, and a bundle would be ready for anything. */

/** The server as a graph. */
export const graph = tool({
  name: 'graph',
  description: 'The server as a graph: endpoints, apps, plugins, adapters, tools, resources and prompts.',
  rawInputSchema: {
    type: 'object',
    properties: {
      includeSchemas: { type: 'boolean', default: false, description: 'With the JSON Schemas of tools.' },
      refresh: { type: 'boolean', default: false, description: 'Made now: an answer is kept for five seconds otherwise.' },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
})((input, ctx) => {
  const { includeSchemas, refresh } = fieldsOf(input);
  return ctx.get(Board).graph(includeSchemas === true, refresh === true);
});

/** The tools of the server. */
export const listTools = tool({
  name: 'list-tools',
  description: 'The tools of the server, hidden ones too.',
  rawInputSchema: {
    type: 'object',
    properties: {
      filter: { type: 'string', maxLength: 100, description: 'Regular expression that names have to match.' },
      includePlugins: { type: 'boolean', default: true, description: 'With tools of plugins.' },
      includeSchemas: { type: 'boolean', default: false, description: 'With their JSON Schemas.' },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
})((input, ctx) => {
  const { filter, includePlugins, includeSchemas } = fieldsOf(input);
  const matches = filterOf(filter);
  const tools = ctx
    .get(Board)
    .model.tools.filter((one) => (includePlugins !== false || !isOfPlugin(one)) && (matches(one.listedName) || matches(fullName(one))))
    .map((one) => {
      const { description, inputSchema, listedName: name, outputSchema, tags } = one;
      const facts = withoutUndefined({ name, fullName: fullName(one), description, tags });
      return includeSchemas === true ? { ...facts, ...withoutUndefined({ inputSchema, outputSchema }) } : facts;
    });
  return { tools, count: tools.length };
});

/** The resources of the server. */
export const listResources = tool({
  name: 'list-resources',
  description: 'The resources and templates of the server.',
  rawInputSchema: {
    type: 'object',
    properties: {
      filter: { type: 'string', maxLength: 100, description: 'Regular expression that names or URIs have to match.' },
      includeTemplates: { type: 'boolean', default: true, description: 'With templates.' },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
})((input, ctx) => {
  const { filter, includeTemplates } = fieldsOf(input);
  const matches = filterOf(filter);
  const { resourceTemplates, resources: fixed } = ctx.get(Board).model;
  const all = [
    ...fixed.map((one) => ({ ...one, isTemplate: false })),
    ...(includeTemplates === false ? [] : resourceTemplates.map((one) => ({ ...one, uri: one.uriTemplate, isTemplate: true }))),
  ];
  const resources = all
    .filter(({ listedName, uri }) => matches(listedName) || matches(uri))
    .map(({ description, isTemplate, listedName: name, mimeType, uri }) =>
      withoutUndefined({ name, uri, description, mimeType, isTemplate }),
    );
  return { resources, count: resources.length };
});

/** `<owners>/<name>`: the entry's id without its kind. */
const fullName = ({ id }: Pick<EntryModel, 'id'>): string => id.slice(id.indexOf(':') + 1);

const isOfPlugin = ({ owner }: EntryModel): boolean => owner.some(({ kind }) => kind === 'plugin');

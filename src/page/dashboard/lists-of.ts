import type { ListItem } from '@service/react';
import type { Lists } from '../lists.ts';
import type { DashboardData } from './dashboard-data.ts';

/** What the model of a server lists: also what no client sees. */
export function listsOf({ nodes }: DashboardData): Lists {
  const of = (wanted: string): readonly ListItem[] =>
    nodes.filter(({ type }) => type === wanted).map(({ data, label }) => ({ ...data, name: label }));
  const uriOf = ({ uri }: ListItem): string => (typeof uri === 'string' ? uri : '');
  return {
    isRead: true,
    costs: new Map(),
    tools: of('tool').map((tool) => ({ ...tool, inputSchema: recordOf(tool['inputSchema']) })),
    resources: of('resource').map((one) => ({ ...one, uri: uriOf(one) })),
    resourceTemplates: of('resource-template').map((one) => ({ ...one, uriTemplate: uriOf(one) })),
    prompts: of('prompt').map((prompt) => ({ ...prompt, arguments: Array.isArray(prompt['arguments']) ? prompt['arguments'] : [] })),
  };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {});

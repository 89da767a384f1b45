import { SearchIndex } from '@service/sdk/search';
import type { ListItem } from '@service/react';
import { widgetUriOf } from '@service/sdk/widget-host';
import { textMember, type JsonObject } from '@service/sdk/model';
import type { Lists } from './lists.ts';

export type EntryKind = 'tool' | 'resource' | 'template' | 'prompt';

/** One entry of a list, with what tells it from all others. */
export interface Entry {
  readonly key: string;
  readonly kind: EntryKind;
  readonly item: ListItem;
  readonly title: string;
}

export const headings: Readonly<Record<EntryKind, string>> = {
  tool: 'Tools',
  resource: 'Resources',
  template: 'Resource templates',
  prompt: 'Prompts',
};

/** Every entry, in the order of the server. */
export function entriesOf({ prompts, resources, resourceTemplates, tools }: Lists): readonly Entry[] {
  const of = (kind: EntryKind, items: readonly ListItem[]): readonly Entry[] =>
    items.map((item) => ({
      kind,
      item,
      key: `${kind}:${kind === 'resource' ? textMember(item, 'uri') : item.name}`,
      title: textMember(item, 'title'),
    }));
  return [...of('tool', tools), ...of('resource', resources), ...of('template', resourceTemplates), ...of('prompt', prompts)];
}

/** Best first, for a question; all of them without one. */
export function searched(entries: readonly Entry[], question: string): readonly Entry[] {
  const asked = question.trim().toLowerCase();
  if (asked === '') return entries;
  const index = new SearchIndex(entries, ({ item, title }) => ({
    name: item.name,
    title,
    description: textMember(item, 'description'),
    path: textMember(item, 'uri') || textMember(item, 'uriTemplate'),
  }));
  const hits = index.search(question, { limit: entries.length, minScore: 0 }).map(({ entry }) => entry);
  // A name that is being typed is no word yet.
  const begun = entries.filter((entry) => !hits.includes(entry) && entry.item.name.toLowerCase().includes(asked));
  return [...begun, ...hits];
}

/** URI of a tool's widget. */
// A list is JSON.
export const widgetOf = (item: ListItem): string | undefined => widgetUriOf(item as JsonObject);

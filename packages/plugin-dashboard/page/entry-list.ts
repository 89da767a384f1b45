import { createElement as h, type ReactElement } from 'react';
import type { DashboardNode } from './dashboard-data.ts';
import { readable } from './readable.ts';

/** Tools, resources or prompts, one below the other. */
export function EntryList({ entries, search }: { readonly entries: readonly DashboardNode[]; readonly search: string }): ReactElement {
  const wanted = search.toLowerCase();
  const found = entries.filter(({ data, label }) =>
    `${label}\n${textOf(data['uri'])}\n${textOf(data['description'])}`.toLowerCase().includes(wanted),
  );
  if (found.length === 0) return h('p', null, entries.length === 0 ? 'This server has none.' : 'Nothing matches.');
  return h(
    'ul',
    { className: 'entries' },
    found.map((entry) => h(Entry, { key: entry.id, entry })),
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function Entry({ entry: { data, label } }: { readonly entry: DashboardNode }): ReactElement {
  const { arguments: given, description, inputSchema, mimeType, outputSchema, tags, title, uri, visibility } = data;
  const facts = [uri, mimeType, visibility === 'public' ? undefined : visibility, ...(Array.isArray(tags) ? (tags as unknown[]) : [])];
  return h(
    'li',
    null,
    h('h2', null, h('bdi', null, readable(label))),
    typeof title === 'string' && h('p', { className: 'about' }, h('bdi', null, readable(title, 200))),
    typeof description === 'string' && h('p', null, h('bdi', null, readable(description))),
    h(
      'div',
      { className: 'facts' },
      facts.map((fact, at) => typeof fact === 'string' && h('span', { key: at }, h('bdi', null, readable(fact, 300)))),
    ),
    h(Schema, { name: 'Arguments', value: inputSchema ?? given }),
    h(Schema, { name: 'Result', value: outputSchema }),
  );
}

/** Nothing to fill in. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const { properties, type } = value as { readonly properties?: object; readonly type?: unknown };
  return Array.isArray(value) ? value.length === 0 : type === 'object' && Object.keys(properties ?? {}).length === 0;
}

function Schema({ name, value }: { readonly name: string; readonly value: unknown }): ReactElement | null {
  if (isEmpty(value)) return null;
  return h('details', null, h('summary', null, name), h('pre', { tabIndex: 0 }, readable(JSON.stringify(value, null, 2), 20_000)));
}

import { createElement as h, useState, type ReactElement } from 'react';
import { createRoot, type Container } from 'react-dom/client';
import type { DashboardData } from './dashboard-data.ts';
import { EntryList } from './entry-list.ts';
import { GraphView } from './graph-view.ts';
import { readable } from './readable.ts';

interface Page {
  readonly document: { getElementById(id: string): (Container & { readonly textContent: string | null }) | null };
}

const views = [
  { name: 'Graph', types: [] },
  { name: 'Tools', types: ['tool'] },
  { name: 'Resources', types: ['resource', 'resource-template'] },
  { name: 'Prompts', types: ['prompt'] },
] as const;

function Dashboard({ data }: { readonly data: DashboardData }): ReactElement {
  const [view, show] = useState<string>('Graph');
  const [search, look] = useState('');
  const { generatedAt, serverName, serverVersion } = data.metadata;
  const entriesOf = (types: readonly string[]) => data.nodes.filter(({ type }) => types.includes(type));
  const types = views.find(({ name }) => name === view)?.types ?? [];
  return h(
    'div',
    null,
    h('h1', null, h('bdi', null, readable(serverName, 200))),
    h(
      'p',
      { className: 'about' },
      readable(serverVersion, 100),
      ' · as of ',
      new Date(generatedAt).toLocaleTimeString(),
      ', reload for a newer view',
    ),
    h(
      'nav',
      { className: 'views', 'aria-label': 'Views' },
      views.map((one) =>
        h(
          'button',
          { key: one.name, type: 'button', 'aria-pressed': view === one.name, onClick: () => show(one.name) },
          one.name === 'Graph' ? one.name : `${one.name} (${entriesOf(one.types).length})`,
        ),
      ),
      view !== 'Graph' &&
        h('input', {
          type: 'search',
          'aria-label': 'Search',
          placeholder: 'Search',
          value: search,
          onChange: ({ currentTarget }: { readonly currentTarget: object }) => look(String(Reflect.get(currentTarget, 'value'))),
        }),
    ),
    view === 'Graph' ? h(GraphView, { data }) : h(EntryList, { entries: entriesOf(types), search }),
  );
}

const { document } = globalThis as unknown as Page;
const root = document.getElementById('dashboard');
const text = document.getElementById('dashboard-data')?.textContent;
if (root !== null && typeof text === 'string') createRoot(root).render(h(Dashboard, { data: JSON.parse(text) as DashboardData }));

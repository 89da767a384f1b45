import { useState, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Definition } from '../definition.tsx';
import { EntriesView } from '../entries-view.tsx';
import { PageHeader } from '../page-header.tsx';
import { type DashboardData, readDashboard } from './dashboard-data.ts';
import { GraphView } from './graph-view.ts';
import { listsOf } from './lists-of.ts';

/* The page of @service/plugin-dashboard whose libraries other hosts serve: their scripts may not ask the server, so nothing is tried. */
const views = ['Graph', 'Entries'];

function Look({ data }: { readonly data: DashboardData }): ReactElement {
  const [shown, show] = useState('Graph');
  const [chosen, choose] = useState('');
  const [lists] = useState(() => listsOf(data));
  return (
    <div className="page">
      <PageHeader title={data.metadata.serverName} views={views} shown={shown} show={show} />
      <main>
        {shown === 'Graph' ? (
          <GraphView data={data} />
        ) : (
          <EntriesView lists={lists} chosen={chosen} choose={choose} detail={(entry) => <Definition entry={entry} isOpen />} />
        )}
      </main>
    </div>
  );
}

const { data, root } = readDashboard();
if (root !== null && data !== undefined) createRoot(root).render(<Look data={data} />);

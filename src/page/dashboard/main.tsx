import { createRoot } from 'react-dom/client';
import { PageLink } from '../page-link.ts';
import { ServerPage } from '../server-page.tsx';
import { readDashboard } from './dashboard-data.ts';
import { GraphView } from './graph-view.ts';
import { listsOf } from './lists-of.ts';

/* The page of @service/plugin-dashboard with libraries of its own: that of `service dev`, a graph, and every entry of the server. */
const { data, root } = readDashboard();
if (root !== null && data !== undefined) {
  const { endpoint, serverName } = data.metadata;
  const link = new PageLink({ title: serverName, server: endpoint });
  createRoot(root).render(<ServerPage link={link} lists={listsOf(data)} views={{ Graph: () => <GraphView data={data} /> }} />);
}

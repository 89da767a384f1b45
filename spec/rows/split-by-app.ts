import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, section: string, rule: string): RequirementRow => ({ id: `split.${id}`, document: 'spec 4', section, rule });

/** Apps with endpoints of their own: supplement sections 1.4 and 3.1, document 2, ruling 2. */
export const rows: readonly RequirementRow[] = [
  row('endpoints', '0', "splitByApp: one scope an app at /<appId>, with its own auth, else the server's; no endpoint of the server."),
  row('worker', '0', 'The same on a worker.'),
  row('metadata', '3.1', 'Protected-resource and authorization-server metadata for each app.'),
  row('audience', '3.1', 'A token of app A is refused at app B (ruling 2).'),
  row('standalone', '1.4', 'standalone: true is a scope and path of its own, includeInParent both.'),
  row('refused', '1.4', 'Entries that no endpoint would serve, and auth that nobody would ask for, stop the start.'),
];

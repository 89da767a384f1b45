import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, section: string, rule: string): RequirementRow => ({ id: `split.${id}`, document: 'spec 4', section, rule });

/** Apps with endpoints of their own: supplement sections 1.4 and 3.1, document 2, ruling 2. */
export const rows: readonly RequirementRow[] = [
  row('endpoints', '0', "splitByApp: one scope an app at /<appId>, with its own auth, else the server's; no endpoint of the server."),
  row('worker', '0', 'The same on a worker.'),
  row('metadata', '3.1', 'Protected-resource and authorization-server metadata for each app.'),
  row('audience', '3.1', 'A token of app A is refused at app B (ruling 2).'),
  row('standalone', '1.4', 'standalone: true is a scope and path of its own, includeInParent both.'),
  row(
    'own-auth',
    '3.1',
    'Each auth of an app is planned and checked as the server has its own: mode, stores, consent, providers, anonymous tokens, revocation, secure store, pages.',
  ),
  row(
    'issuer',
    '3.1',
    'Metadata of an app is also below the path of its public address and of its auth.local.issuer, as RFC 8414 and RFC 9728 place it.',
  ),
  row(
    'refused',
    '1.4',
    "Entries that no endpoint would serve, an app's auth without an endpoint, includeInParent under splitByApp, and one issuer path for two of them fail the build at the option, and the start.",
  ),
];

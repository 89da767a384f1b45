import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Apps with endpoints of their own. */
export const rows: readonly RequirementRow[] = rowsOf({
  'split.endpoints': "splitByApp: one scope an app at /<appId>, with its own auth, else the server's; no endpoint of the server.",
  'split.worker': 'The same on a worker.',
  'split.metadata': 'Protected-resource and authorization-server metadata for each app.',
  'split.audience': 'A token of app A is refused at app B.',
  'split.standalone': 'standalone: true is a scope and path of its own, includeInParent both.',
  'split.own-auth':
    'Each auth of an app is planned and checked as the server has its own: mode, stores, consent, providers, anonymous tokens, revocation, secure store, pages.',
  'split.issuer':
    'Metadata of an app is also below the path of its public address and of its auth.local.issuer, as RFC 8414 and RFC 9728 place it.',
  'split.refused':
    "Entries that no endpoint would serve, an app's auth without an endpoint, includeInParent under splitByApp, and one issuer path for two of them fail the build at the option, and the start.",
});

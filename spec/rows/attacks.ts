import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** The attack suite. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I15.stores.two-servers':
    'What one server keeps, signs or gives out (sign-ins, codes, tokens, clients, consent, sessions, tasks, secrets, links, counts) is nothing to another server that was given the same store.',
  'I15.stores.namespace':
    'storeNamespace makes servers share sessions, tasks, limits and caches; open sign-ins, codes, refresh tokens, clients, consent and secrets never cross, whatever servers have in common.',
  'composition.host-name':
    'Servers behind one host name, told apart by their paths, take nothing of each other’s, with one signing secret too; one browser can sign in at both at once.',
  'composition.instances':
    'Instances of one server take each other’s pages, codes, tokens, consent, sessions, tasks, secrets, limits and links: what is good once is good once over all of them, and only for whom it was made.',
  'composition.folders':
    'Servers with sockets in one folder or output in one log file, and projects with one cache folder, neither take over, forge nor end what belongs to the other.',
  'I4.attacks.transport': 'The transport rows of the advisories are attempted against a built bundle; none succeeds and no tool runs.',
  'I4.attacks.credentials':
    'Every route walked without credentials, and sessions, streams, pairs and tasks of another user, on both hosts.',
  'I4.attacks.nodes':
    'What nodes of one server share: sessions of other users on every node, forged names, signs, claims, cookies and news.',
  'I31.attacks.functions':
    'Malformed, foreign and forged gateway events, and request targets that name another host, are sent to the built functions: none is answered as an honest request, none runs a tool, and honest callers are served afterwards.',
  'R.attacks.unhappy':
    'Security headers and no-store on unhappy answers: 413, 405, 403, 415, 404, 304, HEAD, SSE, 500 and those of node itself.',
});

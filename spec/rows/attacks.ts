import type { RequirementRow } from '../requirement-row.ts';

/** The attack suite: issue 4 item 5, facts on advisories. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I15.stores.two-servers',
    document: 'rulings',
    section: 'servers that share a store',
    rule: 'What one server keeps, signs or gives out (sign-ins, codes, tokens, clients, consent, sessions, tasks, secrets, links, counts) is nothing to another server that was given the same store.',
  },
  {
    id: 'I15.stores.namespace',
    document: 'rulings',
    section: 'servers that share a store',
    rule: 'storeNamespace makes servers share sessions, tasks, limits and caches; open sign-ins, codes, refresh tokens, clients, consent and secrets never cross, whatever servers have in common.',
  },
  {
    id: 'composition.host-name',
    document: 'security',
    section: 'several servers',
    rule: 'Servers behind one host name, told apart by their paths, take nothing of each other’s, with one signing secret too; one browser can sign in at both at once.',
  },
  {
    id: 'composition.instances',
    document: 'security',
    section: 'several servers',
    rule: 'Instances of one server take each other’s pages, codes, tokens, consent, sessions, tasks, secrets, limits and links: what is good once is good once over all of them, and only for whom it was made.',
  },
  {
    id: 'composition.folders',
    document: 'security',
    section: 'several servers',
    rule: 'Servers with sockets in one folder or output in one log file, and projects with one cache folder, neither take over, forge nor end what belongs to the other.',
  },
  {
    id: 'I4.attacks.transport',
    document: 'issue 4',
    section: 'Deliver 5',
    rule: 'The transport rows of the advisories are attempted against a built bundle; none succeeds and no tool runs.',
  },
  {
    id: 'I4.attacks.credentials',
    document: 'issue 4',
    section: 'Deliver 5',
    rule: 'Every route walked without credentials, and sessions, streams, pairs and tasks of another user, on both hosts.',
  },
  {
    id: 'I4.attacks.nodes',
    document: 'issue 4',
    section: 'Deliver 5',
    rule: 'What nodes of one server share (supplement 5.7): sessions of other users on every node, forged names, signs, claims, cookies and news.',
  },
  {
    id: 'R.attacks.unhappy',
    document: 'spec 5',
    section: 'attacks',
    rule: 'Security headers and no-store on unhappy answers: 413, 405, 403, 415, 404, 304, HEAD, SSE, 500 and those of node itself.',
  },
];

import type { RequirementRow } from '../requirement-row.ts';

const issue = (id: string, rule: string): RequirementRow => ({ id, document: 'issue 4', section: 'Deliver 4', rule });

/** Sessions of several instances: issue 4 (deliverable 4), supplement sections 5.3, 5.4 and 5.8, rulings 3, 9 and 16. */
export const rows: readonly RequirementRow[] = [
  issue('I4.sessions.restarts', 'Two instances behind a round-robin proxy serve a 2025-11-25 client through restarts of either instance.'),
  issue('I4.sessions.sealed', 'Session ids are sealed, unguessable and bound to issuer and subject; another user gets 404.'),
  issue('I4.sessions.idle', 'An unused session ends; one with an open stream or a running call does not.'),
  issue('I4.sessions.delete', 'DELETE ends a session on every instance.'),
  issue('I4.sessions.questions', 'What a client answers reaches the instance that asked.'),
  issue('I4.sessions.resume', 'Streams are resumed from a shared event store on another instance.'),
  issue('I4.sessions.created', 'One caller may open only so many sessions in a time.'),
  issue(
    'I4.sessions.share',
    'Open sessions are bounded in bytes for all and for one caller; without room a new one is 503 with Retry-After, and no open one ends for it.',
  ),
  issue('I4.store.lost', 'A store lost while serving: 503 with Retry-After, recovery without restart, nothing lost that was acknowledged.'),
  issue('I4.storage.dropped', 'A bundle holds the drivers of the stores that its options name and no others.'),
  {
    id: 'D2.worker.session-secret',
    document: 'spec 2',
    section: 'Errors',
    rule: 'Production worker without MCP_SESSION_SECRET: only initialize of an older client answers 500 SESSION_SECRET_REQUIRED.',
  },
  {
    id: 'S5.3.session.age',
    document: 'spec 4',
    section: '5.3',
    rule: 'The age of a session id is checked: one that is too old brings no session back, and the store is not asked.',
  },
  { id: 'S5.4.across', document: 'spec 4', section: '5.4', rule: 'Changes reach every live stream, across nodes by pub/sub.' },
  {
    id: 'S5.4.across.forged',
    document: 'spec 4',
    section: '5.4',
    rule: 'What comes by the channel of several instances and is nothing that an instance says is not listened to.',
  },
  { id: 'S5.8.shared', document: 'spec 4', section: '5.8', rule: '`throttle.storage` counts the requests of all instances together.' },
  { id: 'R3.used-states', document: 'spec 5', section: 'ruling 3', rule: 'What is used once is used once over all instances of a store.' },
  {
    id: 'R16.shared-key',
    document: 'spec 5',
    section: 'ruling 16',
    rule: 'Sessions shared in a store without a shared key refuse to start.',
  },
];

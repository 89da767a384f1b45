import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Sessions of several instances. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I4.sessions.restarts': 'Two instances behind a round-robin proxy serve a 2025-11-25 client through restarts of either instance.',
  'I4.sessions.sealed': 'Session ids are sealed, unguessable and bound to issuer and subject; another user gets 404.',
  'I4.sessions.idle': 'An unused session ends; one with an open stream or a running call does not.',
  'I4.sessions.order':
    'Instances hear of a changed session in any order: what is heard late undoes no subscription and no log level that came after it.',
  'I4.sessions.delete': 'DELETE ends a session on every instance.',
  'I4.sessions.questions': 'What a client answers reaches the instance that asked.',
  'I4.sessions.resume': 'Streams are resumed from a shared event store on another instance.',
  'I4.sessions.kept-first':
    'Where instances share events, a message goes out once it is kept: no client comes back by an id that another instance does not know.',
  'I4.sessions.follow':
    'A client that comes back by Last-Event-ID to another instance, or another node, while its call runs gets the rest on that connection: it ends with the answer, or after ten seconds for the client to come again.',
  'I4.sessions.created': 'One caller may open only so many sessions in a time.',
  'I4.sessions.share':
    'Open sessions are bounded in bytes for all and for one caller; without room a new one is 503 with Retry-After, and no open one ends for it.',
  'I4.surroundings.clocks':
    'Instances whose clocks are minutes apart serve the same sessions and streams, and an ended session is ended on all.',
  'I4.surroundings.headers':
    'A proxy that strips, repeats or adds headers gets a refusal or the answer of the one session that is named, never that of another.',
  'I4.store.lost': 'A store lost while serving: 503 with Retry-After, recovery without restart, nothing lost that was acknowledged.',
  'I4.storage.dropped': 'A bundle holds the drivers of the stores that its options name and no others.',
  'D2.worker.session-secret':
    'Production worker without MCP_SESSION_SECRET: only initialize of an older client answers 500 SESSION_SECRET_REQUIRED. A worker is in production unless NODE_ENV says otherwise.',
  'S5.3.session.age': 'The age of a session id is checked: one that is too old brings no session back, and the store is not asked.',
  'S5.4.across': 'Changes reach every live stream, across nodes by pub/sub.',
  'S5.4.across.forged': 'What comes by the channel of several instances and is nothing that an instance says is not listened to.',
  'S5.8.shared': '`throttle.storage` counts the requests of all instances together.',
  'R3.used-states': 'What is used once is used once over all instances of a store.',
  'R16.shared-key': 'Sessions shared in a store without a shared key refuse to start.',
});

import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Workers whose sessions are objects, and the index of skills that they keep. */
export const rows: readonly RequirementRow[] = rowsOf({
  'E1.build':
    '`createEdgeMcp(config)` of `@service/edge` is a server of a project: the bundle for a worker exports `fetch` and the class SessionDurableObject, and the platform file that a build writes binds and makes that class (`new_sqlite_classes`).',
  'E1.faults':
    'Faults of the config are told: no `apps` when the module loads, a missing binding as 500 server_misconfigured with the rows to add, unknown members and other targets than a worker at build.',
  'E1.later': 'Members of the config that are not there so far (`managed`) are refused by name.',
  'E2.object':
    'With `sessions` each session lives in a Durable Object of its own (binding SERVICE_SESSIONS, or `sessions.binding`), from `initialize` to DELETE and across restarts of the runtime; an ended one answers 404 and leaves nothing in its object.',
  'E2.not-initialized':
    'A request of an older client that names no session is 400 `Bad Request: Server not initialized`; it wakes no object, as a forged session id (404), a caller without a key and a client of 2026-07-28 do not.',
  'E2.users': 'A session in an object answers the user who opened it and no other, whose requests do not reach the object.',
  'E2.stream':
    "Messages of a session arrive on its GET stream alone; one that ended is resumed with Last-Event-ID, and the session's end ends it.",
  'E2.eviction': 'An object that the platform ends loses its open stream and nothing else: the client comes back with Last-Event-ID.',
  'E2.passing': 'Where strictSession is false a request that names no session is answered by the worker itself; it wakes no object.',
  'E2.room':
    'What the streams of a session have sent takes 16 MiB of its object at most: the oldest messages make room, and the session goes on.',
  'E2.workers':
    'Workers that bind the same class reach the same sessions: state, streams and ends are those of the object, whichever of them is asked.',
  'E2.sign-in':
    'Clients sign people in at a worker whose sessions are objects; a session answers the person who signed in for it, and another one gets 404.',
  'E2.size':
    'Under load, with objects that end themselves among thousands and a runtime that is started again on their storage, no session and no acknowledged message is lost, and none reaches another user.',
  'E2.expiry': 'An alarm removes a session that was not used for its lifetime, and the object with it.',
  'E3.build':
    'A build for a worker with `skillIndex` writes the KV namespace into the platform file (binding SERVICE_SKILL_INDEX, or `skillIndex.binding`). A bundle without the option has no part of it.',
  'E3.options':
    '`skillIndex` is `{ binding?, ttlSeconds? }`, or a function of the `env` of the worker that returns it. A missing binding, one that is no KV namespace, a lifetime of less than 60 seconds, other members and targets without bindings are refused by name.',
  'E3.kept':
    'Where a server has skills and the build has kept no index of them, the first search reads it from the KV namespace under `service:skill-index:<hash>`, or makes it and puts it there, for `ttlSeconds` where they are given.',
  'E3.unusable':
    'A record that is broken, of another version or of other entries, or that names entries beyond the list, is not used: the log says why, and it is made again.',
  'E3.down':
    'Where the KV namespace does not answer, searches make an index of their own and the log says so; a search whose request is dropped keeps no other one waiting.',
});

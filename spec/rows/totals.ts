import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What strangers, and single callers, can make a server keep. */
export const rows: readonly RequirementRow[] = rowsOf({
  'I15.totals.share':
    'What callers make a process keep is bounded in bytes for all, with a share for one address and one subject. At a bound the new item is refused; nothing live is evicted.',
  'I15.totals.proxies':
    'Behind an untrusted proxy, or without a peer address, the share of an address does not hold; the total does. Behind a trusted one each client has its share, those of private networks too.',
  'I15.totals.sign-ins':
    'Open sign-ins are bounded for all and for one address (503 with Retry-After); their resource, as that of an anonymous token, is kept in canonical form, every other parameter has a maximum length.',
  'I15.totals.growth':
    'What functions of auth.extras and steps add to an open sign-in is of the room and of the share that the sign-in has, and at a provider it has one state; without room it is refused with 503, and all of it is given back when the sign-in ends.',
  'I15.totals.signed-in':
    'What sign-ins of one address leave behind has a share for 15 to 30 days, of those that one process answers; without room a sign-in is 503 with Retry-After. Remembered consent and app grants end a year after the last sign-in that asked for them. Claims and scopes that do not fit into a token are refused before the code.',
  'I15.totals.registrations': 'One address takes a quarter of the places of registered clients that nobody signed in with, at least 16.',
  'I15.totals.fetches': 'One address takes 8 of the 32 fetches of client metadata documents that run at one time.',
  'I15.totals.documents':
    'Kept client metadata documents are bounded in bytes for all and for one address; a fresh one stays, a newcomer without room is used and not kept. Of those in a store that holds for what one process puts there.',
  'I15.totals.subscriptions':
    'Subscribed URIs and listen streams are bounded in bytes for a server, and for one subject or address; what is unsubscribed or ended gives its room back.',
  'I15.totals.pair-streams':
    'Streams of the old HTTP+SSE pair, and what their clients declare, are bounded in bytes for all and for one caller; without room a new one is 503 with Retry-After.',
  'I15.totals.session-calls':
    'Calls in sessions count while they run, for all and for one caller: a client that has left does not end them. Without room one is 503 with Retry-After.',
  'I15.totals.pair-messages':
    'Messages to a stream of the old pair count while they run, for all and for one caller, as what they take in memory: their requests end at once. Without room one is 503 with Retry-After.',
  'I15.totals.tokens': 'Access tokens that were checked are remembered up to 2,000 and 8 MiB of text; the oldest are checked again.',
  'I15.totals.keys':
    'A token with an unknown kid makes the keys be asked for again; the known keys go on being used while they are fresh, whatever becomes of the attempt.',
  'I15.totals.unread':
    'On Node, answers that clients do not read and pipelined requests that wait are bounded in bytes for all and for one address. Requests of one connection run eight at a time. At the share a new request is 503 with Retry-After until half of the share has been read, and a connection that pipelines beyond it is closed (RFC 9112 section 9.3.2).',
  'I15.totals.health':
    'Liveness and readiness are answered to an address at its share of unread answers too, by GET or HEAD without a body, alone on a connection that then ends: behind a proxy whose header is not trusted every client has its address. More than 16 KiB of such an answer are not kept.',
  'I15.totals.proxied':
    'Behind trusted proxies (SERVICE_TRUST_PROXY) shares of unread answers and waiting bodies are of the client that the outermost of them names, whatever address the proxies have.',
  'I15.totals.bodies':
    'On Node, request bodies over 64 KiB are read a few of one address at a time, within a total and a share in bytes, and handed over one after another with eight turns of the event loop between; others wait in order for as long as a body may take. When too many of an address wait, a new one is 503 with Retry-After; small bodies and those of other addresses are read at once.',
  'I15.totals.running':
    'On Node, bodies from 8 KiB count until the work for their request has ended, whether its client is there or not, as what they take in memory, within a total and a share of one address. Without room one over 64 KiB waits in turn, and a shorter one is 503 with Retry-After.',
  'I15.totals.tasks':
    'Arguments of running tasks are bounded as what they take in memory, for all callers and for one; beyond it a new task is CONCURRENCY_LIMIT.',
  'I15.totals.attacks': 'What one address tries on a built bundle to use up a total is refused at its share, and others are served.',
  'I15.totals.floods':
    'Under a flood of each kind from one address, sign-ins and calls from another succeed, memory stays bounded and nothing ends the process.',
});

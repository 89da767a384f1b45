import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, rule: string): RequirementRow => ({
  id: `I15.totals.${id}`,
  document: 'rulings',
  section: 'limits have a total and a share',
  rule,
});

/** What strangers, and single callers, can make a server keep. */
export const rows: readonly RequirementRow[] = [
  row(
    'share',
    'What callers make a process keep is bounded in bytes for all, with a share for one address and one subject. At a bound the new item is refused; nothing live is evicted.',
  ),
  row('proxies', 'Behind an untrusted proxy, or without a peer address, the share of an address does not hold; the total does.'),
  row(
    'sign-ins',
    'Open sign-ins are bounded for all and for one address (503 with Retry-After); their resource is kept in canonical form, every other parameter has a maximum length.',
  ),
  row(
    'growth',
    'What functions of auth.extras and steps add to an open sign-in is of the room and of the share that the sign-in has; without room it is refused with 503, and all of it is given back when the sign-in ends.',
  ),
  row('registrations', 'One address takes a quarter of the places of registered clients that nobody signed in with, at least 16.'),
  row('fetches', 'One address takes 8 of the 32 fetches of client metadata documents that run at one time.'),
  row(
    'documents',
    'Kept client metadata documents are bounded in bytes for all and for one address; a fresh one stays, a newcomer without room is used and not kept. Of those in a store that holds for what one process puts there.',
  ),
  row(
    'subscriptions',
    'Subscribed URIs and listen streams are bounded in bytes for a server, and for one subject or address; what is unsubscribed or ended gives its room back.',
  ),
  row(
    'pair-streams',
    'Streams of the old HTTP+SSE pair, and what their clients declare, are bounded in bytes for all and for one caller; without room a new one is 503 with Retry-After.',
  ),
  row(
    'keys',
    'A token with an unknown kid makes the keys be asked for again; the known keys go on being used while they are fresh, whatever becomes of the attempt.',
  ),
  row(
    'unread',
    'On Node, answers that clients do not read and pipelined requests that wait are bounded in bytes for all and for one address. Requests of one connection run eight at a time. At the share a new request is 503 with Retry-After until half of the share has been read, and a connection that pipelines beyond it is closed (RFC 9112 section 9.3.2).',
  ),
  row(
    'bodies',
    'On Node, request bodies over 64 KiB are read a few of one address at a time, within a total and a share in bytes, and handed over one after another with eight turns of the event loop between; others wait in order for as long as a body may take. When too many of an address wait, a new one is 503 with Retry-After; small bodies and those of other addresses are read at once.',
  ),
  row('attacks', 'What one address tries on a built bundle to use up a total is refused at its share, and others are served.'),
  row(
    'floods',
    'Under a flood of each kind from one address, sign-ins and calls from another succeed, memory stays bounded and nothing ends the process.',
  ),
];

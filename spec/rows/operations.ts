import type { RequirementRow } from '../requirement-row.ts';

/** What happens around requests that do not go the usual way: supplement sections 1.3, 5.3 and 5.8, issue 4. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'S5.8.places.gone',
    document: 'spec 4',
    section: '5.8',
    rule: 'A place of globalConcurrency is free again when its call is over, whatever its client did meanwhile.',
  },
  {
    id: 'S5.8.places.listen',
    document: 'spec 4',
    section: '5.8',
    rule: 'globalConcurrency counts every request at the endpoint but listening streams, which only a header that is checked against the body can name.',
  },
  {
    id: 'S5.8.places.stream',
    document: 'spec 4',
    section: '5.8',
    rule: 'A call that goes on after its client left keeps its place.',
  },
  {
    id: 'S5.8.places.settled',
    document: 'spec 4',
    section: '5.8',
    rule: 'A tool that does not hear that its caller left keeps its place until it has settled, or its time is over.',
  },
  {
    id: 'D2.drain.failing',
    document: 'facts targets',
    section: '4',
    rule: 'After a signal the process ends, also when something cannot be ended; everything else gets its end.',
  },
  {
    id: 'D2.drain.failing.parts',
    document: 'facts targets',
    section: '4',
    rule: 'Every part of a server with several endpoints gets its end, also after one that failed; the failures are told together.',
  },
  {
    id: 'D2.drain.answers',
    document: 'facts targets',
    section: '4',
    rule: 'After a signal calls in flight end, also those that wait for an answer of their client: answers and DELETE are taken, what is new gets 503.',
  },
  {
    id: 'D2.drain.hanging',
    document: 'facts targets',
    section: '4',
    rule: 'After a signal what does not end is waited for within bounds.',
  },
  { id: 'D2.drain.stdio', document: 'facts targets', section: '4', rule: 'A stdio server ends when something of it cannot be ended.' },
  { id: 'D2.drain.store', document: 'facts targets', section: '4', rule: 'A store that is away keeps no process from its end.' },
  {
    id: 'S5.3.http-kv.start',
    document: 'issue 4',
    section: 'Deliver 4',
    rule: 'An HTTP key-value provider that answers anything but what it is asked stops the start with StorageConnectionError.',
  },
  {
    id: 'S5.3.http-kv.lost',
    document: 'issue 4',
    section: 'Deliver 4',
    rule: 'Whatever the provider answers in place of an answer: 503 with Retry-After, then recovery; its token is in no log.',
  },
  { id: 'S5.3.http-kv.redirect', document: 'issue 4', section: 'Deliver 4', rule: "The provider's token follows no redirect." },
  {
    id: 'S5.10.log.redaction.long',
    document: 'issue 4',
    section: 'Deliver 5',
    rule: 'Redaction takes time in proportion to the text: what a stranger writes into a log or a span keeps no server busy.',
  },
  { id: 'S5.10.resource-uri', document: 'spec 5', section: 'ruling 25', rule: 'mcp.resource.uri loses the password of its address.' },
  {
    id: 'S5.8.partition.session-id',
    document: 'spec 4',
    section: '5.8',
    rule: 'partitionBy session: an id that this server did not make for the caller has no count of its own.',
  },
  { id: 'S5.10.log.otlp.redirect', document: 'spec 4', section: '5.10', rule: 'Records and keys follow no redirect of a collector.' },
  { id: 'S1.3.routes.gone', document: 'spec 4', section: '1.3', rule: "The body of a route's answer that nobody reads is cancelled." },
];

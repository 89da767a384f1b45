import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What happens around requests that do not go the usual way. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S5.8.places.gone': 'A place of globalConcurrency is free again when its call is over, whatever its client did meanwhile.',
  'S5.8.places.listen':
    'globalConcurrency counts every request at the endpoint but listening streams, which only a header that is checked against the body can name.',
  'S5.8.places.stream': 'A call that goes on after its client left keeps its place.',
  'S5.8.places.settled': 'A tool that does not hear that its caller left keeps its place until it has settled, or its time is over.',
  'D2.drain.failing': 'After a signal the process ends, also when something cannot be ended; everything else gets its end.',
  'D2.drain.failing.parts':
    'Every part of a server with several endpoints gets its end, also after one that failed; the failures are told together.',
  'D2.drain.answers':
    'After a signal calls in flight end, also those that wait for an answer of their client: answers and DELETE are taken, what is new gets 503.',
  'D2.drain.hanging': 'After a signal what does not end is waited for within bounds.',
  'D2.drain.stdio': 'A stdio server ends when something of it cannot be ended.',
  'D2.drain.store': 'A store that is away keeps no process from its end.',
  'S5.3.http-kv.start':
    'An HTTP key-value provider that answers anything but what it is asked stops the start with StorageConnectionError.',
  'S5.3.http-kv.lost': 'Whatever the provider answers in place of an answer: 503 with Retry-After, then recovery; its token is in no log.',
  'S5.3.http-kv.redirect': "The provider's token follows no redirect.",
  'S5.10.log.redaction.long':
    'Redaction takes time in proportion to the text: what a stranger writes into a log or a span keeps no server busy.',
  'S5.10.resource-uri': 'mcp.resource.uri loses the password of its address.',
  'S5.8.partition.session-id': 'partitionBy session: an id that this server did not make for the caller has no count of its own.',
  'S5.10.log.otlp.redirect': 'Records and keys follow no redirect of a collector.',
  'S1.3.routes.gone': "The body of a route's answer that nobody reads is cancelled.",
});

import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Revisions with a handshake. */
export const rows: readonly RequirementRow[] = [
  ...rowsOf({
    'D2.client.sessions': 'Older clients initialize, receive Mcp-Session-Id and send it on every request.',
    'R9.sessions': 'Missing session id 400; unknown or ended 404; DELETE ends a session.',
    'MCP.codes.era':
      'The codes -32020 to -32022, and HTTP 400 for a missing client capability, belong to 2026-07-28; a session gets HTTP 200 and -32602 with the same data.',
    'MCP.completion.empty':
      'A template variable or prompt argument without a completer is answered with no values; an unknown one is -32602. hasMore: false is kept.',
    'S5.2.event-store': 'transport.eventStore keeps at most maxEvents events for ttlMs milliseconds; it is off unless enabled.',
    'D2.sse.pair':
      'GET <entry>/sse sends the event endpoint with <entry>/message?sessionId=<id>; a POST there is 202 and answered on the stream.',
    'D2.sse.unknown-session':
      'POST <entry>/message with an unknown session id is 404 "invalid session id"; closing the stream ends the session.',
    'D2.sse.worker':
      'On a worker too, calls over <entry>/sse that wait are answered, cancelled and ask their client; a message that cannot reach its stream is refused with 404 within seconds.',
    'D2.sse.guarded': 'Cross-site requests are refused on /sse and /message too.',
    'D2.sse.presets': 'With transport.protocol modern or stateless-api /sse is 404; the object form changes single members of a preset.',
    'S5.2.sessionless':
      'With stateless-api, or stateless without streamable, sse and legacy, initialize is answered without a session id and each request stands alone; what needs a session is refused by name.',
    'S5.2.sessionless.stdio':
      'Over stdio such a server is one conversation with its client: initialize opens it, and requests after it are served.',
    'S5.2.strict': 'Strict: a non-initialize request without a session id is refused; not strict: it is served by itself.',
    'I3.drain.streams': 'On shutdown calls in flight finish, streams end cleanly, and new requests are refused with 503 and Retry-After.',
  }),
  ...rowsOf(
    {
      'MCP.session.delete':
        'DELETE with the id of a live session ends it and is answered 200 without a body; without an id 400, with an ended or made-up one 404. Servers without sessions answer 405 with Allow.',
      'MCP.initialize.negotiate': 'A served version is echoed; otherwise the newest one with a handshake is offered, never 2026-07-28.',
      'MCP.session.idle': 'Unused sessions expire; those with running calls or an open stream do not.',
      'MCP.session.bounded': 'Open sessions are bounded; none is evicted before it ends or expires.',
      'MCP.session.twice': 'A second initialize in a session is 400 -32600.',
      'MCP.get-stream': 'Messages that belong to no call arrive on the GET stream; a second one is 409; ending the session closes it.',
      'MCP.cancel.no-answer':
        'On a byte stream (stdio, the old pair of addresses) a request that its client cancelled is not answered, in any revision. An HTTP request of its own is answered, since HTTP needs an answer.',
      'MCP.cancel': 'notifications/cancelled aborts the call it names; an id in use is not taken twice.',
      'MCP.server-request':
        'A request of the server goes out on the stream of its call and is answered by a later POST of the same session.',
      'MCP11.polling':
        'A server may end a stream after a priming event and a retry field; the client comes back by GET with Last-Event-ID.',
      'MCP11.priming': 'Events without data go only to clients that negotiated 2025-11-25.',
      'MCP.resume.own-stream':
        'Last-Event-ID replays only the later events of its own stream, then continues it; another session gets nothing.',
      'MCP.resume.background': 'Messages sent while the GET stream was away are replayed; the end of a session ends its streams.',
    },
    'MCP 2025-11-25',
  ),
  ...rowsOf(
    {
      'MCP.transport.version-header':
        'An unknown MCP-Protocol-Version is 400; a missing one is served; an Accept without both types is 406.',
    },
    'MCP 2025-06-18',
  ),
  ...rowsOf(
    {
      'MCP.projection': 'A result holds no fields that the negotiated revision does not know.',
      'MCP03.batch': 'Arrays of messages are served in this revision and refused in later ones; initialize may not be in one.',
    },
    'MCP 2025-03-26',
  ),
  ...rowsOf(
    {
      'MCP24.shape': 'Nothing that came with later revisions is in its answers.',
    },
    'MCP 2024-11-05',
  ),
];

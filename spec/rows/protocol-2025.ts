import type { RequirementRow } from '../requirement-row.ts';

/** Revisions with a handshake. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.client.sessions',
    document: 'spec 2',
    section: 'What a client sends',
    rule: 'Older clients initialize, receive Mcp-Session-Id and send it on every request.',
  },
  { id: 'R9.sessions', document: 'spec 5', section: '9', rule: 'Missing session id 400; unknown or ended 404; DELETE ends a session.' },
  {
    id: 'MCP.initialize.negotiate',
    document: 'mcp 2025-11-25',
    section: 'Lifecycle',
    rule: 'A served version is echoed; otherwise the newest one with a handshake is offered, never 2026-07-28.',
  },
  {
    id: 'MCP.session.idle',
    document: 'mcp 2025-11-25',
    section: 'Sessions',
    rule: 'Unused sessions expire; those with running calls or an open stream do not.',
  },
  {
    id: 'MCP.session.bounded',
    document: 'mcp 2025-11-25',
    section: 'Sessions',
    rule: 'The number of sessions is bounded; sessions in use are never evicted.',
  },
  { id: 'MCP.session.twice', document: 'mcp 2025-11-25', section: 'Lifecycle', rule: 'A second initialize in a session is 400 -32600.' },
  {
    id: 'MCP.transport.version-header',
    document: 'mcp 2025-06-18',
    section: 'Transports',
    rule: 'An unknown MCP-Protocol-Version is 400; a missing one is served; an Accept without both types is 406.',
  },
  {
    id: 'MCP.get-stream',
    document: 'mcp 2025-11-25',
    section: 'Transports',
    rule: 'Messages that belong to no call arrive on the GET stream; a second one is 409; ending the session closes it.',
  },
  {
    id: 'MCP.cancel',
    document: 'mcp 2025-11-25',
    section: 'Cancellation',
    rule: 'notifications/cancelled aborts the call it names; an id in use is not taken twice.',
  },
  {
    id: 'MCP.server-request',
    document: 'mcp 2025-11-25',
    section: 'Elicitation',
    rule: 'A request of the server goes out on the stream of its call and is answered by a later POST of the same session.',
  },
  {
    id: 'MCP.projection',
    document: 'mcp 2025-03-26',
    section: 'Tools',
    rule: 'A result holds no fields that the negotiated revision does not know.',
  },
  {
    id: 'MCP03.batch',
    document: 'mcp 2025-03-26',
    section: 'Base protocol',
    rule: 'Arrays of messages are served in this revision and refused in later ones; initialize may not be in one.',
  },
  {
    id: 'MCP11.polling',
    document: 'mcp 2025-11-25',
    section: 'Transports',
    rule: 'A server may end a stream after a priming event and a retry field; the client comes back by GET with Last-Event-ID.',
  },
  {
    id: 'MCP11.priming',
    document: 'mcp 2025-11-25',
    section: 'Transports',
    rule: 'Events without data go only to clients that negotiated 2025-11-25.',
  },
  {
    id: 'MCP.resume.own-stream',
    document: 'mcp 2025-11-25',
    section: 'Resumability',
    rule: 'Last-Event-ID replays only the later events of its own stream, then continues it; another session gets nothing.',
  },
  {
    id: 'MCP.resume.background',
    document: 'mcp 2025-11-25',
    section: 'Resumability',
    rule: 'Messages sent while the GET stream was away are replayed; the end of a session ends its streams.',
  },
  {
    id: 'S5.2.event-store',
    document: 'spec 4',
    section: '5.2',
    rule: 'transport.eventStore keeps at most maxEvents events for ttlMs milliseconds; it is off unless enabled.',
  },
  {
    id: 'D2.sse.pair',
    document: 'spec 2',
    section: 'HTTP paths',
    rule: 'GET <entry>/sse sends the event endpoint with <entry>/message?sessionId=<id>; a POST there is 202 and answered on the stream.',
  },
  {
    id: 'D2.sse.unknown-session',
    document: 'spec 2',
    section: 'Errors',
    rule: 'POST <entry>/message with an unknown session id is 404 "invalid session id"; closing the stream ends the session.',
  },
  { id: 'D2.sse.guarded', document: 'spec 5', section: '12', rule: 'Cross-site requests are refused on /sse and /message too.' },
  {
    id: 'D2.sse.presets',
    document: 'spec 2',
    section: 'HTTP paths',
    rule: 'With transport.protocol modern or stateless-api /sse is 404; the object form changes single members of a preset.',
  },
  {
    id: 'S5.2.strict',
    document: 'spec 4',
    section: '5.2',
    rule: 'Strict: a non-initialize request without a session id is refused; not strict: it is served by itself.',
  },
  { id: 'MCP24.shape', document: 'mcp 2024-11-05', section: 'Tools', rule: 'Nothing that came with later revisions is in its answers.' },
  {
    id: 'I3.drain.streams',
    document: 'issue 3',
    section: 'Transports',
    rule: 'On shutdown calls in flight finish, streams end cleanly, and new requests are refused with 503 and Retry-After.',
  },
];

import type { RequirementRow } from '../requirement-row.ts';

const rowsOf =
  (revision: string) =>
  (id: string, section: string, rule: string): RequirementRow => ({
    id,
    document: `mcp ${revision}`,
    section: `mcp-protocol.md ${section}`,
    rule,
  });

const all = rowsOf('all');
const sessions = rowsOf('2025-11-25');
const envelopes = rowsOf('2026-07-28');

/** What the protocol demands of every server and no other table says: by section of mcp-protocol.md. */
export const rows: readonly RequirementRow[] = [
  all('MCP.era.methods', '2', 'HTTP methods other than GET, POST and DELETE are 405 with Allow.'),
  envelopes('MCP26.order', '2', 'Envelope, version header, version, Mcp-Method, method, Mcp-Name, Mcp-Param: the first fault is answered.'),
  sessions('MCP.initialize.headers', '2', 'A handshake whose POST carries MCP-Protocol-Version and Mcp-Method is served.'),
  all('MCP.rpc.notification', '3', 'A notification gets no answer: 202 without a body.'),
  envelopes('MCP26.notifications', '2', 'A notification over HTTP is 202 and ignored.'),
  sessions('MCP.empty-results', '4.1', 'ping, logging/setLevel, resources/subscribe and unsubscribe are answered with exactly {}.'),
  sessions('MCP.structured.object', '4.1', 'Before 2026-07-28 structuredContent and outputSchema are of an object.'),
  sessions('MCP.session.id-once', '4.3', 'Mcp-Session-Id is on the answer to initialize only.'),
  sessions('MCP.one-stream', '4.3', 'Each message of the server goes out on exactly one stream: that of its call, or the GET stream.'),
  sessions('MCP.disconnect', '4.3', 'In a session a disconnect is no cancellation.'),
  envelopes(
    'MCP26.sessionless',
    '5.3',
    'Mcp-Session-Id and Last-Event-ID are ignored, no session id is given, events have no id and no retry.',
  ),
  envelopes(
    'MCP26.headers.names',
    '5.3',
    'Header names have no case, outer whitespace of values does not count, an unknown Mcp-Param is ignored.',
  ),
  envelopes('MCP26.capabilities', '5.4', 'What answers is declared, and what is declared answers; the rest is 404 -32601.'),
  envelopes('MCP26.stateless', '5.5', 'An answer depends on nothing that was asked before, nor on clientInfo.'),
  envelopes('MCP26.error-codes', '6', '-32002 does not exist any more: an unknown resource is -32602 with its URI.'),
  envelopes(
    'MCP26.listen.id',
    '8',
    'Every frame of a listen stream has the subscription id in the type of the request; only what is agreed is acknowledged.',
  ),
  envelopes('MCP26.listen.end', '8', 'A listen stream that the server ends gets its result, with the subscription id.'),
  envelopes('MCP26.stdio.listen', '16', 'On stdio several listen streams share the channel and are told apart by the subscription id.'),
  sessions('MCP.legacy.no-hints', '9', 'Results of older revisions have neither resultType nor cache hints.'),
  all('MCP.tools.arguments-absent', '10 Tools', 'A call without arguments is a call with {}.'),
  all('MCP.tools.content', '10 Tools', 'A tool result has content, even when there is none.'),
  all('MCP.tools.schema', '10 Tools', 'inputSchema is of an object, and every keyword of the author survives tools/list.'),
  sessions('MCP.resource.unknown', '10 Resources', 'An unknown resource is -32002 with its URI, never empty contents.'),
  all('MCP.completion.refs', '10 Completion', 'A completion for an unknown reference is -32602.'),
  all(
    'MCP.progress',
    '10 Progress',
    'Progress goes only to who asked, with the token in its type, rises strictly, and ends with the answer.',
  ),
  sessions('MCP.logging.level', '10 Logging', 'An unknown log level is -32602.'),
  all('MCP.origin', '15', 'An Origin outside allowedOrigins is 403 before anything else.'),
];

import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What the protocol demands of every server and no other table says. */
export const rows: readonly RequirementRow[] = [
  ...rowsOf({
    'MCP.era.methods': 'HTTP methods other than GET, POST and DELETE are 405 with Allow.',
    'MCP.rpc.notification': 'A notification gets no answer: 202 without a body.',
    'MCP.tools.arguments-absent': 'A call without arguments is a call with {}.',
    'MCP.tools.content': 'A tool result has content, even when there is none.',
    'MCP.tools.schema': 'inputSchema is of an object, and every keyword of the author survives tools/list.',
    'MCP.completion.refs': 'A completion for an unknown reference is -32602.',
    'MCP.progress': 'Progress goes only to who asked, with the token in its type, rises strictly, and ends with the answer.',
    'MCP.origin': 'An Origin outside allowedOrigins is 403 before anything else.',
  }),
  ...rowsOf(
    {
      'MCP26.order': 'Envelope, version header, version, Mcp-Method, method, Mcp-Name, Mcp-Param: the first fault is answered.',
      'MCP26.notifications': 'A notification over HTTP is 202 and ignored.',
      'MCP26.sessionless': 'Mcp-Session-Id and Last-Event-ID are ignored, no session id is given, events have no id and no retry.',
      'MCP26.headers.names': 'Header names have no case, outer whitespace of values does not count, an unknown Mcp-Param is ignored.',
      'MCP26.capabilities': 'What answers is declared, and what is declared answers; the rest is 404 -32601.',
      'MCP26.stateless': 'An answer depends on nothing that was asked before, nor on clientInfo.',
      'MCP26.error-codes': '-32002 does not exist any more: an unknown resource is -32602 with its URI.',
      'MCP26.listen.id':
        'Every frame of a listen stream has the subscription id in the type of the request; only what is agreed is acknowledged.',
      'MCP26.listen.end': 'A listen stream that the server ends gets its result, with the subscription id.',
      'MCP26.stdio.listen': 'On stdio several listen streams share the channel and are told apart by the subscription id.',
    },
    'MCP 2026-07-28',
  ),
  ...rowsOf(
    {
      'MCP.initialize.headers': 'A handshake whose POST carries MCP-Protocol-Version and Mcp-Method is served.',
      'MCP.empty-results': 'ping, logging/setLevel, resources/subscribe and unsubscribe are answered with exactly {}.',
      'MCP.structured.object': 'Before 2026-07-28 structuredContent and outputSchema are of an object.',
      'MCP.session.id-once': 'Mcp-Session-Id is on the answer to initialize only.',
      'MCP.one-stream': 'Each message of the server goes out on exactly one stream: that of its call, or the GET stream.',
      'MCP.disconnect': 'In a session a disconnect is no cancellation.',
      'MCP.legacy.no-hints': 'Results of older revisions have neither resultType nor cache hints.',
      'MCP.resource.unknown': 'An unknown resource is -32002 with its URI, never empty contents.',
      'MCP.resource.unknown-updates':
        'Updates of an unknown resource are refused as reading it is, and left out of what a listen stream acknowledges; a hidden resource is answered alike. Those of credential:// and skill:// can be asked for.',
      'MCP.logging.level': 'An unknown log level is -32602.',
    },
    'MCP 2025-11-25',
  ),
];

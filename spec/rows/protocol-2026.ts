import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** 2026-07-28 over HTTP and stdio. */
export const rows: readonly RequirementRow[] = [
  ...rowsOf({
    'D2.client.2026': 'One POST per call; a tool result has content, structuredContent, resultType complete and _meta with server info.',
    'D2.client.2026.smallest':
      'The request of the document, whose _meta holds the protocol version alone, is served; without its headers it gets the message of the document.',
    'D2.errors.header-missing': 'A 2026-07-28 body without its headers: Header mismatch: the mcp-protocol-version header is required.',
  }),
  ...rowsOf(
    {
      'MCP26.envelope': 'A missing or invalid envelope is 400 -32602.',
      'MCP26.headers.order':
        'A version mismatch (-32020) is decided before an unknown version (-32022), whose supported list equals that of server/discover.',
      'MCP26.headers.method': 'Mcp-Method and Mcp-Name must equal the body, case-sensitively, else 400 -32020.',
      'MCP26.headers.name': 'Mcp-Name is compared after decoding, outer whitespace aside.',
      'MCP26.headers.sentinel': 'The base64 sentinel is decoded strictly; half of it is a literal.',
      'MCP26.headers.param':
        'An argument marked x-mcp-header must be in its header unless it is null or absent; integers compare as numbers.',
      'MCP26.param-headers': 'A wrong or missing Mcp-Param header is 400 -32020.',
      'MCP26.removed': 'Unknown and removed methods are HTTP 404 with -32601.',
      'MCP26.capability': 'A needed capability that was not declared is 400 -32021 with requiredCapabilities.',
      'MCP26.in-band': 'Unknown tool, prompt and resource and an invalid cursor are 200 with -32602.',
      'MCP26.cache-hints': 'Six results carry ttlMs and cacheScope.',
      'MCP26.stream.lazy':
        'A stream carries the notifications of its request and then the answer; log messages only when the request asked.',
      'MCP26.disconnect': 'A disconnect over HTTP cancels the request.',
      'MCP26.listen': 'A listen stream acknowledges first, stamps each frame with the subscription id and carries only what was asked for.',
      'MCP26.era': "The body's claim decides the era, then the header; neither falls through to the handshake.",
      'MCP26.modern-only': 'Without sessions GET and DELETE are 405 and initialize is refused with the served versions.',
      'MCP26.stdio.cancel': 'Over stdio notifications/cancelled cancels a request.',
    },
    'MCP 2026-07-28',
  ),
];

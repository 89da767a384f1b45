import type { RequirementRow } from '../requirement-row.ts';

/** 2026-07-28 over HTTP and stdio. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'D2.client.2026',
    document: 'spec 2',
    section: 'What a client sends',
    rule: 'One POST per call; a tool result has content, structuredContent, resultType complete and _meta with server info.',
  },
  {
    id: 'D2.client.2026.smallest',
    document: 'spec 2',
    section: 'What a client sends',
    rule: 'The request of the document, whose _meta holds the protocol version alone, is served; without its headers it gets the message of the document.',
  },
  {
    id: 'D2.errors.header-missing',
    document: 'spec 2',
    section: 'Errors',
    rule: 'A 2026-07-28 body without its headers: Header mismatch: the mcp-protocol-version header is required.',
  },
  { id: 'MCP26.envelope', document: 'mcp 2026-07-28', section: 'Request envelope', rule: 'A missing or invalid envelope is 400 -32602.' },
  {
    id: 'MCP26.headers.order',
    document: 'mcp 2026-07-28',
    section: 'Headers',
    rule: 'A version mismatch (-32020) is decided before an unknown version (-32022), whose supported list equals that of server/discover.',
  },
  {
    id: 'MCP26.headers.method',
    document: 'mcp 2026-07-28',
    section: 'Headers',
    rule: 'Mcp-Method and Mcp-Name must equal the body, case-sensitively, else 400 -32020.',
  },
  {
    id: 'MCP26.headers.name',
    document: 'mcp 2026-07-28',
    section: 'Headers',
    rule: 'Mcp-Name is compared after decoding, outer whitespace aside.',
  },
  {
    id: 'MCP26.headers.sentinel',
    document: 'mcp 2026-07-28',
    section: 'Headers',
    rule: 'The base64 sentinel is decoded strictly; half of it is a literal.',
  },
  {
    id: 'MCP26.headers.param',
    document: 'mcp 2026-07-28',
    section: 'Headers',
    rule: 'An argument marked x-mcp-header must be in its header unless it is null or absent; integers compare as numbers.',
  },
  { id: 'MCP26.param-headers', document: 'mcp 2026-07-28', section: 'Headers', rule: 'A wrong or missing Mcp-Param header is 400 -32020.' },
  { id: 'MCP26.removed', document: 'mcp 2026-07-28', section: 'Methods', rule: 'Unknown and removed methods are HTTP 404 with -32601.' },
  {
    id: 'MCP26.capability',
    document: 'mcp 2026-07-28',
    section: 'Errors',
    rule: 'A needed capability that was not declared is 400 -32021 with requiredCapabilities.',
  },
  {
    id: 'MCP26.in-band',
    document: 'mcp 2026-07-28',
    section: 'Errors',
    rule: 'Unknown tool, prompt and resource and an invalid cursor are 200 with -32602.',
  },
  { id: 'MCP26.cache-hints', document: 'mcp 2026-07-28', section: 'Caching', rule: 'Six results carry ttlMs and cacheScope.' },
  {
    id: 'MCP26.stream.lazy',
    document: 'mcp 2026-07-28',
    section: 'Transports',
    rule: 'A stream carries the notifications of its request and then the answer; log messages only when the request asked.',
  },
  { id: 'MCP26.disconnect', document: 'mcp 2026-07-28', section: 'Cancellation', rule: 'A disconnect over HTTP cancels the request.' },
  {
    id: 'MCP26.listen',
    document: 'mcp 2026-07-28',
    section: 'Subscriptions',
    rule: 'A listen stream acknowledges first, stamps each frame with the subscription id and carries only what was asked for.',
  },
  {
    id: 'MCP26.era',
    document: 'mcp 2026-07-28',
    section: 'Eras',
    rule: "The body's claim decides the era, then the header; neither falls through to the handshake.",
  },
  {
    id: 'MCP26.modern-only',
    document: 'mcp 2026-07-28',
    section: 'Eras',
    rule: 'Without sessions GET and DELETE are 405 and initialize is refused with the served versions.',
  },
  {
    id: 'MCP26.stdio.cancel',
    document: 'mcp 2026-07-28',
    section: 'Cancellation',
    rule: 'Over stdio notifications/cancelled cancels a request.',
  },
];

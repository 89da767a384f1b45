import type { RequirementRow } from '../requirement-row.ts';

/** What both eras share on the endpoint. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'MCP.rpc.strict',
    document: 'mcp all',
    section: 'JSON-RPC',
    rule: 'A message is JSON-RPC 2.0; an id is a string or an integer, never null.',
  },
  { id: 'MCP.rpc.no-null-id', document: 'mcp all', section: 'JSON-RPC', rule: 'An error whose request id is unknown omits the id.' },
  {
    id: 'MCP.transport.refusals',
    document: 'mcp all',
    section: 'Transports',
    rule: 'Wrong content type 415 -32000; no JSON 400 -32700; no message, id null or batch 400 -32600.',
  },
];

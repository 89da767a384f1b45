import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What both eras share on the endpoint. */
export const rows: readonly RequirementRow[] = rowsOf({
  'MCP.rpc.strict': 'A message is JSON-RPC 2.0; an id is a string or an integer, never null.',
  'MCP.rpc.no-null-id': 'An error whose request id is unknown omits the id.',
  'MCP.transport.refusals': 'Wrong content type 415 -32000; no JSON 400 -32700; no message, id null or batch 400 -32600.',
});

import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `WebMcpPlugin`: tools of a page for the agent of the browser. */
export const rows: readonly RequirementRow[] = rowsOf({
  'webmcp.offer':
    'Each listed tool of a page is registered with `document.modelContext`: name (characters that browsers refuse become `_`, and a clash is told), description, schema, `readOnlyHint`, and `untrustedContentHint` unless `openWorldHint` is false; `include` chooses by name',
  'webmcp.call':
    'The server checks arguments, because browsers do not; a failure is a result with `isError`, because the message of a rejection is lost',
  'webmcp.caller':
    'Access rules see the caller that the page names; `caller` may follow who is signed in: at sign-out every tool is withdrawn at once and running calls are cancelled, and questions go to `onElicit`',
  'webmcp.list': 'Tools follow the list of the server, those of mounted components among them, and are withdrawn when it ends',
  'webmcp.origins': 'Another page has none of them, of its origin or of another',
  'webmcp.earlier': 'A browser that has `navigator.modelContext` alone is served the same way',
  'webmcp.options': 'Wrong options are refused at build and at start, at their place',
  'webmcp.nothing': 'Without WebMCP, and on a server, the plugin does nothing',
});

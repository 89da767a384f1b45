import type { LegName } from './clients.ts';

/** A scenario that a client cannot pass at any server, and where its source shows that. */
export interface KnownFault {
  /** As in the table of clients. */
  readonly client: string;
  /** Every leg of the client when absent. */
  readonly legs?: readonly LegName[];
  readonly scenario: string;
  /** Part of the problem's text: another failure of the same scenario is still ours. */
  readonly problem: string;
  /** What the client does, with the file of its package that does it. */
  readonly reason: string;
}

const open: readonly LegName[] = ['node', 'stdio', 'workerd'];
const pair: readonly LegName[] = ['node-sse', 'workerd-sse'];
const firstPageOnly = 'not listed: last;';

export const knownFaults: readonly KnownFault[] = [
  {
    client: '@google/adk@2.0.0',
    legs: open,
    scenario: 'list tools',
    problem: firstPageOnly,
    reason: 'reads the first page only: getTools of dist/esm/tools/mcp/mcp_toolset.js calls listTools() once and drops nextCursor',
  },
  {
    client: '@llamaindex/tools@0.2.1',
    legs: [...open, ...pair],
    scenario: 'list tools',
    problem: firstPageOnly,
    reason: 'reads the first page only: MCPClient.listTools of dist/index.js calls mcp.listTools() once and drops nextCursor',
  },
  {
    client: '@huggingface/mcp-client@0.2.3',
    legs: [...open, ...pair],
    scenario: 'list tools',
    problem: firstPageOnly,
    reason: 'reads the first page only: addMcpServer of dist/chunk-P7YLIURU.mjs calls listTools() once and drops nextCursor',
  },
  {
    client: '@huggingface/mcp-client@0.2.3',
    legs: [...open, ...pair],
    scenario: 'image',
    problem: '[Binary Content: Image image/gif, 37 bytes]',
    reason: 'hands the model a line of text for an image: dist/chunk-P7YLIURU.mjs writes "[Binary Content: Image …]"',
  },
  {
    client: 'mcp-hub@4.2.1',
    legs: open,
    scenario: 'list tools',
    problem: firstPageOnly,
    reason: 'reads the first page only: updateCapabilities of dist/cli.js sends one tools/list and drops nextCursor',
  },
  {
    client: 'mcp-hub@4.2.1',
    legs: open,
    scenario: 'unknown tool',
    problem: 'key is not defined',
    reason: 'fails on its own message: setupRequestHandlers of dist/cli.js prints a variable `key` that does not exist',
  },
  {
    client: 'supergateway@4.0.0',
    legs: ['node', 'workerd', ...pair],
    scenario: 'progress',
    problem: 'expected progress 1/3 2/3 3/3, got ""',
    reason: 'hands no notification on: dist/gateways/{streamableHttpToStdio,sseToStdio}.js await request(req, z.any()) and nothing else',
  },
  {
    client: 'supergateway@4.0.0',
    legs: ['node', 'workerd', ...pair],
    scenario: 'elicitation',
    problem: 'The client answered elicitation/create with error -32601',
    reason:
      'declares what its own client declares and sets no request handler (dist/gateways/streamableHttpToStdio.js, newInitializeMcpClient), so its SDK answers "Method not found"',
  },
  {
    client: 'mcp-proxy@6.7.19',
    scenario: 'elicitation',
    problem: 'it did not declare the capability',
    reason: 'declares no capability to the server behind it: dist/bin/mcp-proxy.mjs makes its client with capabilities: {}',
  },
];

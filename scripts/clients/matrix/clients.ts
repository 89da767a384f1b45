/** Where a client is reached: the platform, the transport, and whether it has to be signed in. */
export const legNames = [
  'node',
  'node-sse',
  'stdio',
  'workerd',
  'workerd-sse',
  'node-sign-in',
  'workerd-sign-in',
  'node-token',
  'workerd-token',
] as const;
export type LegName = (typeof legNames)[number];

export interface MatrixClient {
  /** Package and version, as the table of results names it; a word in parentheses tells two ways of one client apart. */
  readonly id: string;
  /** File in `tools/clients/drivers`, without `.mjs`. */
  readonly driver: string;
  /** The name it is installed under. */
  readonly module: string;
  /** Folder below `tools` that holds it. */
  readonly installedIn: 'clients' | 'judges';
  readonly legs: readonly LegName[];
  /** Read by the driver. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

const open: readonly LegName[] = ['node', 'stdio', 'workerd'];
const pair: readonly LegName[] = ['node-sse', 'workerd-sse'];
const withToken: readonly LegName[] = ['node-token', 'workerd-token'];
const signsIn: readonly LegName[] = ['node-sign-in', 'workerd-sign-in'];

export const matrixClients: readonly MatrixClient[] = [
  {
    id: '@modelcontextprotocol/sdk@1.0.4',
    driver: 'official-sdk',
    module: 'sdk-1.0',
    installedIn: 'clients',
    legs: ['stdio', ...pair],
    settings: { elicitation: false },
  },
  {
    id: '@modelcontextprotocol/sdk@1.12.3',
    driver: 'official-sdk',
    module: 'sdk-1.12',
    installedIn: 'clients',
    legs: [...open, ...pair, ...signsIn, ...withToken],
    settings: { elicitation: false },
  },
  {
    id: '@modelcontextprotocol/sdk@1.24.3',
    driver: 'official-sdk',
    module: 'sdk-1.24',
    installedIn: 'clients',
    legs: [...open, ...pair, ...signsIn, ...withToken],
  },
  {
    id: '@modelcontextprotocol/sdk@1.32.2',
    driver: 'official-sdk',
    module: '@modelcontextprotocol/sdk',
    installedIn: 'judges',
    legs: [...open, ...pair, ...signsIn, ...withToken],
  },
  {
    id: '@modelcontextprotocol/client@2.4.0',
    driver: 'official-client',
    module: '@modelcontextprotocol/client',
    installedIn: 'judges',
    legs: [...open, ...pair, ...signsIn, ...withToken],
  },
  {
    id: '@modelcontextprotocol/client@2.4.0 (2026-07-28)',
    driver: 'official-client',
    module: '@modelcontextprotocol/client',
    installedIn: 'judges',
    legs: [...open, ...signsIn, ...withToken],
    settings: { pin: '2026-07-28' },
  },
  {
    id: '@ai-sdk/mcp@2.0.99',
    driver: 'ai-sdk',
    module: '@ai-sdk/mcp',
    installedIn: 'clients',
    legs: [...open, ...pair, ...signsIn, ...withToken],
  },
  {
    id: '@ai-sdk/mcp@2.0.99 (initialize first)',
    driver: 'ai-sdk',
    module: '@ai-sdk/mcp',
    installedIn: 'clients',
    legs: open,
    settings: { discovery: false },
  },
  {
    id: '@langchain/mcp-adapters@1.1.4',
    driver: 'langchain',
    module: '@langchain/mcp-adapters',
    installedIn: 'clients',
    legs: [...open, ...pair, ...signsIn, ...withToken],
  },
  {
    id: '@openai/agents-core@0.20.0',
    driver: 'openai-agents',
    module: '@openai/agents-core',
    installedIn: 'clients',
    legs: [...open, ...pair, ...signsIn, ...withToken],
  },
  {
    id: '@mastra/mcp@2.0.0',
    driver: 'mastra',
    module: '@mastra/mcp',
    installedIn: 'clients',
    legs: [...open, ...signsIn, ...withToken],
  },
  {
    id: '@google/adk@2.0.0',
    driver: 'google-adk',
    module: '@google/adk',
    installedIn: 'clients',
    legs: [...open, ...signsIn, ...withToken],
  },
  {
    id: 'mcp-client@1.13.1',
    driver: 'mcp-client',
    module: 'mcp-client',
    installedIn: 'clients',
    legs: [...open, ...pair],
  },
  {
    id: 'mcporter@0.12.3',
    driver: 'mcporter',
    module: 'mcporter',
    installedIn: 'clients',
    legs: [...open, ...pair, ...withToken],
  },
  {
    id: '@llamaindex/tools@0.2.1',
    driver: 'llamaindex',
    module: '@llamaindex/tools',
    installedIn: 'clients',
    legs: [...open, ...pair, ...signsIn, ...withToken],
  },
  {
    id: '@strands-agents/sdk@1.19.0',
    driver: 'strands',
    module: '@strands-agents/sdk',
    installedIn: 'clients',
    legs: [...open, ...pair, ...signsIn, ...withToken],
  },
  {
    id: '@agentic/mcp@7.6.9',
    driver: 'agentic',
    module: '@agentic/mcp',
    installedIn: 'clients',
    legs: [...open, ...pair, ...withToken],
  },
  {
    id: '@mcpjam/sdk@1.14.0',
    driver: 'mcpjam',
    module: '@mcpjam/sdk',
    installedIn: 'clients',
    legs: [...open, ...pair, ...signsIn, ...withToken],
  },
  {
    id: '@huggingface/mcp-client@0.2.3',
    driver: 'huggingface',
    module: '@huggingface/mcp-client',
    installedIn: 'clients',
    legs: [...open, ...pair, ...withToken],
  },
  {
    id: 'supergateway@4.0.0',
    driver: 'stdio-gateway',
    module: 'supergateway',
    installedIn: 'clients',
    legs: ['node', 'workerd', ...pair, ...withToken],
    settings: { kind: 'supergateway', program: 'supergateway/dist/index.js' },
  },
  {
    id: 'supergateway@4.0.0 (before a stdio server)',
    driver: 'http-gateway',
    module: 'supergateway',
    installedIn: 'clients',
    legs: ['stdio'],
    settings: { kind: 'supergateway', program: 'supergateway/dist/index.js' },
  },
  {
    id: 'mcp-proxy@6.7.19',
    driver: 'http-gateway',
    module: 'mcp-proxy',
    installedIn: 'clients',
    legs: ['stdio'],
    settings: { kind: 'mcp-proxy', program: 'mcp-proxy/dist/bin/mcp-proxy.mjs' },
  },
  {
    id: 'mcp-remote@0.15.1',
    driver: 'stdio-gateway',
    module: 'mcp-remote',
    installedIn: 'judges',
    legs: ['node', 'workerd', ...pair, ...signsIn, ...withToken],
    settings: { kind: 'mcp-remote', program: 'mcp-remote/dist/proxy.js' },
  },
  {
    id: '@modelcontextprotocol/inspector@2.12.0 (legacy)',
    driver: 'inspector',
    module: '@modelcontextprotocol/inspector',
    installedIn: 'judges',
    legs: [...open, ...pair, ...withToken],
    settings: { era: 'legacy' },
  },
  {
    id: '@modelcontextprotocol/inspector@2.12.0 (modern)',
    driver: 'inspector',
    module: '@modelcontextprotocol/inspector',
    installedIn: 'judges',
    legs: [...open, ...withToken],
    settings: { era: 'modern' },
  },
  {
    id: '@wong2/mcp-cli@2.0.0',
    driver: 'wong2-cli',
    module: '@wong2/mcp-cli',
    installedIn: 'clients',
    legs: ['stdio'],
  },
  {
    id: 'mcp-hub@4.2.1',
    driver: 'mcp-hub',
    module: 'mcp-hub',
    installedIn: 'clients',
    legs: [...open, ...withToken],
  },
];

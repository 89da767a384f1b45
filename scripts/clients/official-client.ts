import { judgeModule } from '../serving/judges.ts';

/** What we use of the official TypeScript clients; both makes have these methods. */
export interface OfficialClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  getServerVersion(): { readonly name: string; readonly version: string } | undefined;
  listTools(): Promise<{
    readonly tools: readonly { readonly name: string; readonly description?: string; readonly inputSchema: unknown }[];
  }>;
  callTool(call: { readonly name: string; readonly arguments: Record<string, unknown> }): Promise<CallResult>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string; readonly name: string }[] }>;
  readResource(read: {
    readonly uri: string;
  }): Promise<{ readonly contents: readonly { readonly uri: string; readonly text?: string; readonly blob?: string }[] }>;
  listPrompts(): Promise<{
    readonly prompts: readonly { readonly name: string; readonly arguments?: readonly { readonly name: string }[] }[];
  }>;
  getPrompt(get: {
    readonly name: string;
    readonly arguments: Record<string, string>;
  }): Promise<{ readonly messages: readonly { readonly content: unknown }[] }>;
}

export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export type Endpoint =
  | { readonly kind: 'http'; readonly url: string }
  /** The pair of 2024-11-05: `url` is where its stream is opened. */
  | { readonly kind: 'sse'; readonly url: string }
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] };

/** `sdk 1.x` knows revisions up to 2025-11-25; `client 2.x` knows 2026-07-28 too and can be pinned to it. */
export type ClientMake = 'sdk 1.x' | 'client 2.x' | 'client 2.x pinned to 2026-07-28';

export const clientMakes: readonly ClientMake[] = ['sdk 1.x', 'client 2.x', 'client 2.x pinned to 2026-07-28'];

interface ClientModule {
  readonly Client: new (info: { name: string; version: string }, options: object) => OfficialClient;
}
interface HttpModule {
  readonly StreamableHTTPClientTransport: new (url: URL) => object;
}
interface SseModule {
  readonly SSEClientTransport: new (url: URL) => object;
}
interface StdioModule {
  readonly StdioClientTransport: new (server: { command: string; args: readonly string[]; stderr: 'pipe' | 'ignore' }) => object;
}

interface ClientPaths {
  readonly client: string;
  readonly http: string;
  readonly sse: string;
  readonly stdio: string;
}

const firstMake: ClientPaths = {
  client: '@modelcontextprotocol/sdk/dist/esm/client/index.js',
  http: '@modelcontextprotocol/sdk/dist/esm/client/streamableHttp.js',
  sse: '@modelcontextprotocol/sdk/dist/esm/client/sse.js',
  stdio: '@modelcontextprotocol/sdk/dist/esm/client/stdio.js',
};
const secondMake: ClientPaths = {
  client: '@modelcontextprotocol/client/dist/index.mjs',
  http: '@modelcontextprotocol/client/dist/index.mjs',
  sse: '@modelcontextprotocol/client/dist/index.mjs',
  stdio: '@modelcontextprotocol/client/dist/stdio.mjs',
};

/** Connects one of the official clients, installed in tools/judges and independent of our code. */
export async function connectOfficial(make: ClientMake, endpoint: Endpoint): Promise<OfficialClient> {
  const paths = make === 'sdk 1.x' ? firstMake : secondMake;
  const { Client } = (await judgeModule(paths.client)) as ClientModule;
  const options = make === 'client 2.x pinned to 2026-07-28' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {};
  const connected = new Client({ name: 'service-judge', version: '1.0.0' }, options);
  await connected.connect(await openTransport(paths, endpoint));
  return connected;
}

async function openTransport(paths: ClientPaths, endpoint: Endpoint): Promise<object> {
  switch (endpoint.kind) {
    case 'http': {
      const { StreamableHTTPClientTransport } = (await judgeModule(paths.http)) as HttpModule;
      return new StreamableHTTPClientTransport(new URL(endpoint.url));
    }
    case 'sse': {
      const { SSEClientTransport } = (await judgeModule(paths.sse)) as SseModule;
      return new SSEClientTransport(new URL(endpoint.url));
    }
    case 'stdio': {
      const { StdioClientTransport } = (await judgeModule(paths.stdio)) as StdioModule;
      return new StdioClientTransport({ command: endpoint.command, args: endpoint.args, stderr: 'ignore' });
    }
  }
}

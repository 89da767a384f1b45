// The official suite starts it with the address of a scenario's server: a client is generated from what that server lists, and used.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clientFiles, clientProgram } from '../../../src/cli/client/client-files.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';
import type { Contract, ContractTool } from '../../../src/compiler/contract/index.ts';
import { clientScenarios, type ClientScenario } from './scenarios.ts';

/** A generated client, typed for the tools of any server. */
interface AnyClient {
  readonly tools: Readonly<Record<string, (input: object) => Promise<unknown>>>;
  callTool(name: string, input?: object): Promise<unknown>;
  listTools(): Promise<readonly ListedTool[]>;
  request(method: string, params?: object): Promise<Readonly<Record<string, unknown>>>;
}
interface ConnectOptions {
  readonly url: string;
  readonly onElicit: () => Promise<object>;
  readonly onSample: () => object;
  readonly onListRoots: () => object;
}
type ListedTool = Pick<ContractTool, 'name' | 'inputSchema'>;
interface Context {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: object }[];
}
type Uses = Readonly<Record<ClientScenario, (client: AnyClient, listed: readonly ListedTool[]) => Promise<unknown>>>;

const [url = ''] = process.argv.slice(2);
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context;

const uses: Uses = {
  tools_call: (client) => client.tools['add_numbers']?.({ a: 5, b: 3 }) ?? Promise.reject(new Error('add_numbers is not listed')),
  'request-metadata': (client) => client.request('server/discover'),
  'sep-2322-client-request-state': async (client) => {
    for (const name of ['test_mrtr_echo_state', 'test_mrtr_no_state', 'test_mrtr_no_result_type']) await client.callTool(name);
  },
  'http-standard-headers': async (client, listed) => {
    for (const { name } of listed) await client.callTool(name);
    const { resources } = await client.request('resources/list');
    for (const { uri } of resources as readonly { uri: string }[]) await client.request('resources/read', { uri });
    const { prompts } = await client.request('prompts/list');
    for (const { name } of prompts as readonly { name: string }[]) await client.request('prompts/get', { name });
  },
  'http-custom-headers': async (client) => {
    for (const { name, arguments: input } of context.toolCalls ?? []) await client.callTool(name, input);
  },
  'http-invalid-tool-headers': async (client, listed) => {
    for (const { name } of listed) await client.callTool(name);
    for (const call of Object.values(client.tools)) await call({});
  },
  'json-schema-ref-no-deref': (client) => client.listTools(),
  'json-schema-2020-12-preservation': (client, listed) =>
    client.callTool('json_schema_echo', { schema: listed.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema }),
};

const folder = mkdtempSync(join(tmpdir(), 'service-generated-client-'));
try {
  const scenario = clientScenarios.find((name) => name === process.env['MCP_CONFORMANCE_SCENARIO']);
  if (scenario === undefined) throw new Error(`no scenario ${process.env['MCP_CONFORMANCE_SCENARIO']}`);
  const unaware = await connectUnaware();
  const listed = await unaware.listTools();
  // Judged from the generator's list, not from what the first client already left out.
  const { tools } = (await unaware.request('tools/list')) as { readonly tools: readonly ListedTool[] };
  await uses[scenario](await generate(tools), listed);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The files that the command writes, for a contract without entries: it lists what the server has. */
async function connectUnaware(): Promise<AnyClient> {
  const into = join(folder, 'unaware');
  mkdirSync(into);
  for (const { name, text } of [await clientProgram(), ...clientFiles(contractOf([]))]) writeFileSync(join(into, name), text);
  return connectFrom(into);
}

/** Runs `service generate client` for a server that lists these tools, and connects what it wrote. */
async function generate(tools: readonly ListedTool[]): Promise<AnyClient> {
  writeFileSync(join(folder, 'contract.json'), JSON.stringify(contractOf(tools)));
  const { code, stderr } = await runCli(['generate', 'client', '--from', 'contract.json', '--out', 'client'], { cwd: folder });
  if (code !== 0) throw new Error(stderr);
  return connectFrom(join(folder, 'client'));
}

function contractOf(tools: readonly ListedTool[]): Contract {
  return {
    contractVersion: 1,
    hash: 'of-the-scenario',
    server: { name: 'scenario', version: '1.0.0' },
    tools: tools.map((tool) => ({ ...tool, hash: tool.name, visibility: 'public' })),
    resources: [],
    resourceTemplates: [],
    prompts: [],
    skills: [],
  };
}

async function connectFrom(into: string): Promise<AnyClient> {
  const { connect } = (await import(pathToFileURL(join(into, 'client.mjs')).href)) as {
    readonly connect: (options: ConnectOptions) => AnyClient;
  };
  const client = connect({
    url,
    onElicit: async () => {
      await client.callTool('test_mrtr_unrelated');
      return { action: 'accept', content: { confirmed: true } };
    },
    onSample: () => ({}),
    onListRoots: () => ({ roots: [] }),
  });
  return client;
}

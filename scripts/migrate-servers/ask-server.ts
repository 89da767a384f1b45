import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Recorded, RecordedServer } from './recorded-server.ts';

/** What is used of the official client; it is installed in tools/authors, not here. */
interface Client {
  connect(transport: unknown): Promise<void>;
  request(message: { readonly method: string; readonly params: object }, schema: object): Promise<unknown>;
  close(): Promise<void>;
}

const offline = join(import.meta.dirname, 'preload/offline.mjs');

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly transport: 'stdio' | 'http';
  readonly cwd: string;
}

/** Starts a program, asks it everything a recording holds, and ends it. */
export async function askServer(modules: string, server: RecordedServer, program: Program): Promise<readonly unknown[]> {
  resetFiles(program.cwd, server);
  const sdk = join(modules, '@modelcontextprotocol/sdk/dist/esm');
  const load = async (path: string): Promise<Record<string, new (...args: readonly unknown[]) => unknown>> =>
    (await import(pathToFileURL(join(sdk, path)).href)) as Record<string, new (...args: readonly unknown[]) => unknown>;
  const [{ Client }, stdio, http] = [await load('client/index.js'), await load('client/stdio.js'), await load('client/streamableHttp.js')];
  if (Client === undefined || stdio['StdioClientTransport'] === undefined || http['StreamableHTTPClientTransport'] === undefined)
    throw new Error('tools/authors holds no official client');
  const client = new Client({ name: 'recorder', version: '1.0.0' }, { capabilities: {} }) as Client;
  const command = ['--import', pathToFileURL(offline).href, program.file, ...program.args];
  const env = { PATH: process.env['PATH'] ?? '', HOME: program.cwd, NODE_ENV: 'test', ...filled(server.env ?? {}, program.cwd) };
  if (program.transport === 'stdio') {
    const transport = new stdio['StdioClientTransport']({
      command: process.execPath,
      args: command,
      env,
      cwd: program.cwd,
      stderr: 'ignore',
    });
    await client.connect(transport);
    return ask(client, server, program.cwd);
  }
  const child = spawn(process.execPath, command, { env, cwd: program.cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const port = await portOf(child.stderr);
    await client.connect(new http['StreamableHTTPClientTransport'](new URL(`http://127.0.0.1:${port}/mcp`)));
    return await ask(client, server, program.cwd);
  } finally {
    child.kill('SIGKILL');
  }
}

async function portOf(stderr: NodeJS.ReadableStream): Promise<string> {
  const seen: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    const port = /^listening on (\d+)$/.exec(line)?.[1];
    if (port !== undefined) {
      stderr.resume();
      return port;
    }
    seen.push(line);
  }
  throw new Error(`the original ended before it listened:\n${seen.join('\n')}`);
}

/** Both servers begin with the same files, of the same times. */
function resetFiles(folder: string, { files = {} }: RecordedServer): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), 1_700_000_000, 1_700_000_000);
  }
}

const filled = <T>(value: T, folder: string): T => JSON.parse(JSON.stringify(value).replaceAll('{folder}', folder)) as T;

async function ask(client: Client, { calls }: RecordedServer, folder: string): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  try {
    for (const call of filled(calls, folder)) answers.push(await answerOf(client, call));
  } finally {
    await client.close();
  }
  return answers;
}

const lists = { tools: 'tools/list', prompts: 'prompts/list', resources: 'resources/list', templates: 'resources/templates/list' } as const;

async function answerOf(client: Client, [kind, name, args]: Recorded): Promise<unknown> {
  const [method, params] =
    kind === 'list'
      ? [lists[name as keyof typeof lists], {}]
      : kind === 'resource'
        ? ['resources/read', { uri: name }]
        : [kind === 'tool' ? 'tools/call' : 'prompts/get', { name, ...(args === undefined ? {} : { arguments: args }) }];
  // The answer as it came: a schema that takes everything.
  const anything = { '~standard': { version: 1, vendor: 'none', validate: (value: unknown) => ({ value }) }, ...takesAnything };
  return client.request({ method, params }, anything).catch((error: unknown) => ({
    error: error instanceof Error ? { code: Reflect.get(error, 'code') as unknown, message: error.message } : String(error),
  }));
}

/** As the client of 1.x asks its schemas. */
const takesAnything = {
  parse: (value: unknown) => value,
  safeParse: (value: unknown) => ({ success: true, data: value }),
  parseAsync: async (value: unknown) => value,
  safeParseAsync: async (value: unknown) => ({ success: true, data: value }),
  _def: {},
};

import { resolve } from 'node:path';
import { buildProject } from '../../scripts/serving/build-project.ts';
import { freePort } from '../../scripts/serving/free-port.ts';
import { newestNode } from '../../scripts/serving/judges.ts';
import { Connection } from '../load/connection.ts';
import type { LoadProcess } from '../load/load.ts';
import type { Metric } from '../report/metric.ts';
import { writeProject } from '../servers/prepare.ts';
import { startServer, type Command } from '../servers/process.ts';
import type { RunSettings } from './settings.ts';
import { measureThroughput, type Runner } from './throughput.ts';
import type { ProjectFiles } from '../servers/projects.ts';

const root = resolve(import.meta.dirname, '../..');

/** @param folder an absolute folder for the project */
export async function buildListedBundle(folder: string): Promise<string> {
  return (await buildProject(writeProject(folder, listedProject, resolve(root, 'node_modules')), undefined, ['--no-check'])).bundle;
}

/** Server CPU of a request for a card that its reader has already, beside a server that does nothing else. */
export async function measureCard(bundle: string, load: LoadProcess, settings: RunSettings): Promise<Metric> {
  const ours: Command = {
    line: [newestNode(), bundle],
    env: { SERVICE_PUBLIC_URL: 'https://listed.example', SERVICE_ALLOWED_HOSTS: '127.0.0.1' },
  };
  const port = await freePort();
  const etag = await cardTag(ours, port);
  const bare: Command = { line: [newestNode(), resolve(root, 'bench/peers/bare-card.cjs')], env: { BENCH_ETAG: etag } };
  const runners = { ours: conditional(ours, port, etag), bare: conditional(bare, await freePort(), etag) };
  const values = await measureThroughput(runners, load, settings);
  return {
    name: 'server card that the reader has already: server CPU per request',
    unit: 'µs',
    values: { ours: values.ours?.cpuMicroseconds ?? NaN, bare: values.bare?.cpuMicroseconds ?? NaN },
    bars: [{ of: 'bare', limit: 1.3 }],
  };
}

const getCard = (port: number, header = ''): string => `GET /mcp/server-card HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${header}\r\n`;

async function cardTag(command: Command, port: number): Promise<string> {
  const server = await startServer(command, port);
  try {
    const connection = await Connection.open(port);
    const { head } = await connection.ask(getCard(port));
    connection.close();
    const tag = /\r\netag: ([^\r]+)/i.exec(head)?.[1];
    if (tag === undefined) throw new Error(`the card has no ETag: ${head}`);
    return tag;
  } finally {
    await server.stop();
  }
}

const conditional = (command: Command, port: number, etag: string): Runner => ({
  command,
  port,
  expects: '',
  prepare: async (connection, connections) => {
    const request = getCard(port, `if-none-match: ${etag}\r\n`);
    const { status } = await connection.ask(request);
    if (status !== 304) throw new Error(`a known card was answered with ${status}`);
    return Array.from({ length: connections }, () => request);
  },
});

/** A server that publishes a card for registries. */
const listedProject: ProjectFiles = {
  'package.json': `${JSON.stringify({ name: 'listed', version: '1.0.0', private: true, type: 'module' })}\n`,
  'service.config.ts': `export default { name: 'listed', entry: 'src/main.ts', deployments: [{ target: 'node' }] };\n`,
  'src/main.ts': [
    "import { Service, tool } from '@service/sdk';",
    "import { z } from 'zod';",
    "const add = tool({ name: 'add', description: 'Adds two numbers', inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } })(({ a, b }) => ({ sum: a + b }));",
    "@Service({ info: { name: 'listed', version: '1.0.0' }, http: { entryPath: '/mcp' }, registry: { name: 'com.example/listed', description: 'Adds two numbers' }, tools: [add] })",
    'export class Listed {}',
    '',
  ].join('\n'),
};

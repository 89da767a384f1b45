import { createServer } from 'node:http';
import type { Measurement, MeasureRun } from '../scripts/measure/measurement.ts';
import { buildProject } from '../scripts/serving/build-project.ts';
import { listen } from '../test/support/listen.ts';
import { writeProject } from '../test/support/ways-to-run.ts';
import { type Grown, startNode } from './growth/sessions.ts';
import { Connection } from './load/connection.ts';
import { modernBody, modernHeaders, printPost } from './load/requests.ts';

/** CPU of a call of an operation, of that of a tool which somebody wrote for it. */
const maxRatio = 1.5;

const api = {
  openapi: '3.1.0',
  info: { title: 'issues', version: '1' },
  paths: {
    '/repos/{owner}/{repo}/issues': {
      get: {
        operationId: 'of_description',
        parameters: [
          { name: 'owner', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'repo', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'state', in: 'query', schema: { type: 'string', enum: ['open', 'closed', 'all'] } },
          { name: 'labels', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'per_page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
        ],
        responses: { 200: { description: 'Issues', content: { 'application/json': { schema: { type: 'array' } } } } },
      },
    },
  },
};

/** The same request by an operation, and as authors write it. */
const main = (url: string): string => `import { OpenapiAdapter } from '@service/adapters';
import { Service, tool } from '@service/sdk';
import { z } from 'zod';

const inputSchema = {
  owner: z.string(),
  repo: z.string(),
  state: z.enum(['open', 'closed', 'all']).optional(),
  labels: z.array(z.string()).optional(),
  per_page: z.number().int().min(1).max(100).optional(),
};
const written = tool({ name: 'written', description: 'Lists issues', inputSchema })(async ({ labels = [], owner, per_page, repo, state }, ctx) => {
  const url = new URL(\`${url}/repos/\${encodeURIComponent(owner)}/\${encodeURIComponent(repo)}/issues\`);
  if (state !== undefined) url.searchParams.set('state', state);
  for (const label of labels) url.searchParams.append('labels', label);
  if (per_page !== undefined) url.searchParams.set('per_page', String(per_page));
  const response = await ctx.fetch(url, { headers: { accept: 'application/json', authorization: 'Bearer token-of-the-issues' } });
  return { status: response.status, ok: response.ok, data: await response.json() };
});
const issues = OpenapiAdapter.init({ name: 'issues', spec: 'api.json', baseUrl: '${url}', additionalHeaders: { authorization: 'Bearer token-of-the-issues' } });

@Service({ info: { name: 'issues', version: '1.0.0' }, tools: [written], adapters: [issues] })
export class Server {}
`;

const config = `export default { name: 'issues', entry: 'src/main.ts', deployments: [{ target: 'node' }], transport: { http: { path: '/mcp' } } };\n`;

const answer = JSON.stringify(
  Array.from({ length: 10 }, (_, id) => ({
    id,
    title: `Issue ${id} of a repository`,
    state: 'open',
    labels: ['bug', 'help wanted'],
    comments: id * 3,
  })),
);

/** Two tools of one server make the same request: what the one that stems from a description costs beside the one that was written. */
export async function measureOpenapiCall({ flags }: MeasureRun): Promise<Measurement> {
  const quick = flags['quick'] === true;
  const source = createServer((_request, response) => void response.setHeader('content-type', 'application/json').end(answer));
  const port = await listen(source);
  const project = writeProject({
    'src/main.ts': main(`http://127.0.0.1:${port}`),
    'api.json': JSON.stringify(api),
    'service.config.ts': config,
  });
  try {
    const { bundle } = await buildProject(project.root);
    const server = await startNode(bundle);
    try {
      const size = quick ? { count: 5, calls: 200 } : { count: 15, calls: 1000 };
      const found = [...(await rounds(server, size))];
      // On a busy machine V8 compiles late: what is only slow so far gets more rounds.
      while (!report(found).holds && found.length < 8 * size.count) found.push(...(await rounds(server, size)));
      return report(found);
    } finally {
      await server.stop();
    }
  } finally {
    project.remove();
    source.closeAllConnections();
    source.close();
  }
}

interface Round {
  readonly described: number;
  readonly written: number;
}

/** One after the other in turn, so that both have the same noise; the first round warms up. */
async function rounds(server: Grown, { calls, count }: { readonly calls: number; readonly count: number }): Promise<readonly Round[]> {
  const connection = await Connection.open(server.port);
  const cost = async (name: string): Promise<number> => {
    const params = { name, arguments: { owner: 'some one', repo: 'thing', state: 'open', labels: ['bug', 'help wanted'], per_page: 10 } };
    const message = { id: 1, method: 'tools/call', params };
    const request = printPost(server.port, modernHeaders(message), modernBody(message));
    const first = await connection.ask(request);
    if (!first.body.includes('"status":200,"ok":true')) throw new Error(`${name} answered ${first.body.slice(0, 500)}`);
    const before = server.cpuSeconds();
    let left = calls;
    await connection.sendAll(() => (left-- > 0 ? request : undefined));
    return ((server.cpuSeconds() - before) / calls) * 1e6;
  };
  const found: Round[] = [];
  for (let round = 0; round <= count; round++) {
    const described = await cost('of_description');
    found.push({ described, written: await cost('written') });
  }
  connection.close();
  return found.slice(1);
}

function report(found: readonly Round[]): Measurement {
  // The least of each: other work of the machine makes no round cheaper.
  const described = Math.min(...found.map((round) => round.described));
  const written = Math.min(...found.map((round) => round.written));
  const ratio = described / written;
  const problems = ratio > maxRatio ? [`a call costs ${ratio.toFixed(2)} times that of a written tool, and ${maxRatio} is the limit`] : [];
  return {
    report: {
      node: process.version,
      describedMicroseconds: Math.round(described),
      writtenMicroseconds: Math.round(written),
      ratio: Number(ratio.toFixed(3)),
      maxRatio,
    },
    problems,
    holds: problems.length === 0,
  };
}

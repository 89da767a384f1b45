import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { startRuntime } from '../../../test/support/boot/function.ts';
import { listen } from '../../../test/support/listen.ts';
import { copyFixture } from '../../../test/support/compile.ts';
import { modernRequest } from '../../../test/support/wire-client.ts';
import { buildTarget } from '../../serving/build-project.ts';
import { newestNode } from '../../serving/judges.ts';
import { median } from '../bars/interleave.ts';
import type { MeasureRun, Measurement } from '../measurement.ts';

const rounds = 20;
/** The time of ours beside the bare handler's. */
const maxRatio = 1.5;
/** What ours uses beyond the bare handler, in milliseconds. */
const maxCpuMs = 60;

const tellCpu = pathToFileURL(join(import.meta.dirname, 'tell-cpu.mjs')).href;

/** From the start of the process to its first answer, and what the process has used by then; milliseconds. */
interface FirstAnswer {
  readonly wall: number;
  readonly cpu: number;
}

/** The least that a function service takes for an answer. */
const bareHandler = `exports.handler = async () => ({ statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{"sum":5}' });\n`;

/** How long the function `calculator` takes to answer its first `tools/call`, beside a handler without anything, both started by the real runtime client. */
export async function measureFirstAnswer({ flags, folder }: MeasureRun): Promise<Measurement> {
  const quick = flags['quick'] === true;
  const project = copyFixture('calculator');
  try {
    const ours = join(await buildTarget(project.root, 'serverless_b'), 'handler.cjs');
    const bare = join(folder, 'bare/handler.cjs');
    mkdirSync(join(folder, 'bare'));
    writeFileSync(bare, bareHandler);
    const our: FirstAnswer[] = [];
    const their: FirstAnswer[] = [];
    for (let round = 0; round < (quick ? 1 : rounds); round++) {
      our.push(await askOnce(ours));
      their.push(await askOnce(bare));
    }
    const middle = (runs: readonly FirstAnswer[], member: keyof FirstAnswer): number => median(runs.map((run) => run[member]));
    const rounded = (value: number): number => Math.round(value * 10) / 10;
    const ratio = Math.round((middle(our, 'wall') / middle(their, 'wall')) * 100) / 100;
    const cpuMs = rounded(middle(our, 'cpu') - middle(their, 'cpu'));
    const holds = ratio <= maxRatio && cpuMs <= maxCpuMs;
    const report = {
      oursMs: rounded(middle(our, 'wall')),
      bareMs: rounded(middle(their, 'wall')),
      ratio,
      maxRatio,
      oursCpuMs: rounded(middle(our, 'cpu')),
      bareCpuMs: rounded(middle(their, 'cpu')),
      cpuMs,
      maxCpuMs,
      holds,
    };
    return { report, holds: holds || quick };
  } finally {
    project.remove();
  }
}

const call = modernRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
const event = {
  version: '2.0',
  rawPath: '/mcp',
  rawQueryString: '',
  headers: { host: 'f.example', ...call.headers },
  requestContext: { domainName: 'f.example', stage: '$default', http: { method: 'POST', path: '/mcp', sourceIp: '203.0.113.5' } },
  body: call.body,
  isBase64Encoded: false,
};

/** Starts one instance, which gets one event. */
async function askOnce(bundle: string): Promise<FirstAnswer> {
  let tell: (answer: { readonly at: number; readonly body: string }) => void = () => undefined;
  const answered = new Promise<{ readonly at: number; readonly body: string }>((resolve) => (tell = resolve));
  let asked = false;
  const api = createServer((request, response) => {
    if (request.url?.endsWith('/next') !== true) {
      const at = performance.now();
      void text(request).then((body) => tell({ at, body }));
      response.writeHead(202).end('{}');
      return;
    }
    // The second question stays open: the instance waits, as it does on the service.
    if (asked) return;
    asked = true;
    response.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': 'first',
      'lambda-runtime-deadline-ms': String(Date.now() + 30_000),
      'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-west-1:1:function:f',
    });
    response.end(JSON.stringify(event));
  });
  const port = await listen(api);
  const started = performance.now();
  const child = startRuntime({
    bundle,
    apiPort: port,
    exported: 'handler',
    variables: { SERVICE_LOG_LEVEL: 'off' },
    node: newestNode(),
    preloads: [tellCpu],
  });
  const ended = once(child, 'close');
  const output = text(child.stdout);
  const early = ended.then(async () => Promise.reject(new Error(`the instance ended before it answered:\n${await output}`)));
  early.catch(() => undefined);
  const { at, body } = await Promise.race([answered, early]);
  child.kill('SIGTERM');
  await ended;
  api.closeAllConnections();
  api.close();
  if (!/"statusCode":200.*sum.*5/s.test(body)) throw new Error(`the first answer of ${bundle} is wrong: ${body}`);
  const cpu = /^cpu (\d+)$/m.exec(await output)?.[1];
  if (cpu === undefined) throw new Error(`the instance of ${bundle} did not say what it used`);
  return { wall: at - started, cpu: Number(cpu) / 1000 };
}

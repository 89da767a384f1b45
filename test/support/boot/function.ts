/* A function bundle under the real runtime client of the function service; what calls it is ours: the runtime's API and a gateway. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '@service/sdk/internal';
import { eventOf, type Gateway } from '../functions/events.ts';
import { listen } from '../listen.ts';
import { noteVariables, refuseSecretsIn } from '../secrets-sent.ts';
import { noteServer } from './server-logs.ts';

const runtimeClient = join(import.meta.dirname, '../../../tools/judges/node_modules/aws-lambda-ric/index.mjs');
const preload = pathToFileURL(join(import.meta.dirname, '../functions/runtime-client.mjs')).href;

export interface FunctionBootOptions {
  /** Absolute path of `handler.cjs`. */
  readonly bundle: string;
  /** `as-sent`: the body of a request is the event. */
  readonly gateway: Gateway | 'as-sent';
  /** The export that the service calls. Default: `handler`. */
  readonly exported?: 'handler' | 'stream';
  readonly variables?: Readonly<Record<string, string>>;
  /** Milliseconds that the service gives an invocation at first. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Instances at most; further events wait. Default: 1, which keeps what is in memory. */
  readonly concurrency?: number;
  /** Instances that are ready before the first event. Default: 0. */
  readonly ready?: number;
}

export interface FunctionBoot {
  /** Of the gateway. */
  readonly port: number;
  /** What all instances wrote. */
  readonly output: { text: string };
  /** Milliseconds that the service gives an invocation from now on. */
  readonly limit: { ms: number };
  stop(): Promise<void>;
}

interface Waiting {
  readonly id: string;
  readonly event: object;
  readonly answer: ServerResponse;
}

/** Starts a process when an event comes and none is free: each takes one event at a time, as on the service. */
export async function bootFunction(options: FunctionBootOptions): Promise<FunctionBoot> {
  const { bundle, concurrency = 1, exported = 'handler', gateway, ready = 0, timeoutMs = 30_000, variables = {} } = options;
  const limit = { ms: timeoutMs };
  noteVariables(variables);
  const output = { text: '' };
  noteServer(`the function ${bundle}`, () => output.text);
  const queue: Waiting[] = [];
  const free: ServerResponse[] = [];
  const running = new Map<string, Waiting>();
  const processes: ChildProcess[] = [];
  const start = { ready: () => {}, failed: (_reason: Error) => {} };

  const next = (): void => {
    while (queue.length > 0 && free.length > 0) {
      const [instance] = free.splice(0, 1);
      const [waiting] = queue.splice(0, 1);
      if (instance === undefined || waiting === undefined) return;
      running.set(waiting.id, waiting);
      instance.writeHead(200, {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': waiting.id,
        'lambda-runtime-deadline-ms': String(Date.now() + limit.ms),
        'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-west-1:1:function:f',
      });
      instance.end(JSON.stringify(waiting.event));
    }
  };
  const api = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://runtime');
    if (pathname.endsWith('/invocation/next')) {
      free.push(response);
      if (free.length === ready) start.ready();
      next();
      return;
    }
    if (pathname.endsWith('/init/error')) {
      void bodyOf(request).then((text) => {
        output.text += `${text.toString()}\n`;
        start.failed(new Error(`An instance did not start: ${text.toString()}`));
        for (const { answer } of queue.splice(0)) answer.writeHead(502).end('Internal Server Error');
        response.writeHead(202).end('{}');
      });
      return;
    }
    const [, id = '', what] = /\/invocation\/([^/]+)\/(response|error)$/.exec(pathname) ?? [];
    const waiting = running.get(id);
    running.delete(id);
    // An instance that is stopped in the middle of an answer sends no more of it.
    void takeAnswer(request, what === 'response' ? waiting?.answer : undefined).then(
      (text) => {
        if (what !== 'response') {
          output.text += `${text}\n`;
          waiting?.answer.writeHead(502).end('Internal Server Error');
        }
        response.writeHead(202).end('{}');
      },
      () => waiting?.answer.destroy(),
    );
  });
  const port = await listen(api);
  const startInstance = (): void => {
    const child = startRuntime({ bundle, exported, variables, apiPort: port });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
    processes.push(child);
  };
  const front = createServer((request, answer) => {
    void bodyOf(request).then((body) => {
      queue.push({ id: randomUUID(), event: gateway === 'as-sent' ? eventIn(body) : eventOf(gateway, request, body), answer });
      if (free.length === 0 && processes.length < concurrency) startInstance();
      next();
    });
  });
  const frontPort = await listen(front);
  if (ready > 0)
    await new Promise<void>((resolve, reject) => {
      Object.assign(start, { ready: resolve, failed: reject });
      for (let started = 0; started < ready; started++) startInstance();
    });
  return {
    port: frontPort,
    output,
    limit,
    stop: async () => {
      for (const child of processes) child.kill('SIGKILL');
      for (const server of [front, api]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      refuseSecretsIn(output.text);
    },
  };
}

interface RuntimeOptions extends Pick<FunctionBootOptions, 'bundle' | 'variables'> {
  readonly exported: 'handler' | 'stream';
  /** Of the runtime's API. */
  readonly apiPort: number;
  /** Default: this one. */
  readonly node?: string;
  /** URLs of modules that are loaded first. */
  readonly preloads?: readonly string[];
}

/** One instance: the runtime client with the bundle. */
export function startRuntime({ apiPort, bundle, exported, node = process.execPath, preloads = [], variables }: RuntimeOptions) {
  const imports = [preload, ...preloads].flatMap((url) => ['--import', url]);
  return spawn(node, [...imports, runtimeClient, `handler.${exported}`], {
    cwd: dirname(bundle),
    env: {
      PATH: process.env['PATH'],
      AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: 'true',
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${apiPort}`,
      _HANDLER: `handler.${exported}`,
      LAMBDA_TASK_ROOT: dirname(bundle),
      AWS_LAMBDA_FUNCTION_NAME: 'f',
      AWS_LAMBDA_FUNCTION_VERSION: '1',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
      AWS_LAMBDA_LOG_GROUP_NAME: 'g',
      AWS_LAMBDA_LOG_STREAM_NAME: 's',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const eventIn = (body: Buffer): object => JSON.parse(body.toString('utf8')) as object;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Writes what the function answered as its gateway does; the text of an answer in one piece. */
async function takeAnswer(request: IncomingMessage, answer: ServerResponse | undefined): Promise<string> {
  if (request.headers['lambda-runtime-function-response-mode'] === 'streaming') {
    await passStream(request, answer);
    return '';
  }
  const text = (await bodyOf(request)).toString('utf8');
  const said: unknown = JSON.parse(text);
  if (answer === undefined || !isRecord(said)) return text;
  writeHead(answer, said);
  const { body } = said;
  answer.end(Buffer.from(typeof body === 'string' ? body : '', said['isBase64Encoded'] === true ? 'base64' : 'utf8'));
  return text;
}

/** The head as JSON, eight NULs, then the body as it comes. */
async function passStream(request: IncomingMessage, answer: ServerResponse | undefined): Promise<void> {
  let head = Buffer.alloc(0);
  let begun = false;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    if (begun) {
      answer?.write(bytes);
      continue;
    }
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf(Buffer.alloc(8));
    if (end < 0) continue;
    begun = true;
    const said: unknown = JSON.parse(head.subarray(0, end).toString('utf8'));
    if (answer !== undefined && isRecord(said)) writeHead(answer, said);
    answer?.flushHeaders();
    if (head.length > end + 8) answer?.write(head.subarray(end + 8));
  }
  answer?.end();
}

function writeHead(answer: ServerResponse, said: Readonly<Record<string, unknown>>): void {
  answer.statusCode = Number(said['statusCode']);
  for (const group of [said['headers'], said['multiValueHeaders']])
    if (isRecord(group))
      for (const [name, value] of Object.entries(group)) answer.setHeader(name, Array.isArray(value) ? value.map(String) : String(value));
  const { cookies } = said;
  if (Array.isArray(cookies)) answer.setHeader('set-cookie', cookies.map(String));
}

import { spawn, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { answers, freePort, refuseTaken } from './free-port.ts';

export interface ServedBundle {
  readonly port: number;
  /** `http://localhost:<port>`. */
  readonly origin: string;
  /** Milliseconds from spawn until the port answered. */
  readonly readyMs: number;
  /** Everything it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Longer than a server waits for its running calls. */
const endLimitMs = 30_000;

export interface ServeOptions {
  readonly bundle: string;
  readonly node?: string;
  readonly port?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Ten times what a busy machine needs. */
const startLimitMs = 120_000;

/** Starts a built node bundle over HTTP and waits until its port answers. @throws where another program answers there already */
export async function serveBundle({ bundle, node = process.execPath, port, env }: ServeOptions): Promise<ServedBundle> {
  const at = port ?? (await freePort());
  await refuseTaken(at);
  const started = performance.now();
  const child = spawn(node, [bundle], {
    cwd: dirname(bundle),
    env: { ...process.env, NODE_OPTIONS: '', ...env, PORT: String(at) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  while (!(await answers(at))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the bundle ended with code ${child.exitCode} before it listened:\n${printed}`);
    if (performance.now() - started > startLimitMs) {
      await stop(child);
      throw new Error(`the bundle did not listen on port ${at} within ${startLimitMs / 1000} s:\n${printed}`);
    }
    await wait(10);
  }
  const readyMs = performance.now() - started;
  return { port: at, origin: `http://localhost:${at}`, readyMs, output: () => printed, stop: () => stop(child) };
}

/** SIGTERM first, as an operator would; SIGKILL when that is not heard. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
  await ended;
  clearTimeout(limit);
}

import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection, Refused, Unanswered } from '../load/connection.ts';
import { pinned } from './pinning.ts';

/** How a server is started. */
export interface Command {
  readonly line: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server's process, with what the system says of it. */
export interface ServerProcess {
  readonly port: number;
  /** CPU seconds of all its threads so far. */
  cpuSeconds(): number;
  /** Megabytes. */
  residentMegabytes(): number;
  /** Bytes in use after a collection; only of a process that was started with the probe. */
  heapBytes(): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const startLimitMs = 20_000;
/** Clock ticks a second in `/proc`: fixed by the Linux ABI. */
const ticksPerSecond = 100;

const probe = `${import.meta.dirname}/heap-probe.cjs`;

/** Starts a server and waits until its port answers. */
export async function startServer(command: Command, port: number, withProbe = false): Promise<ServerProcess> {
  const [program = '', ...rest] = command.line;
  const child = spawnPinned({ ...command, line: withProbe ? [program, '--expose-gc', '--require', probe, ...rest] : command.line }, port, [
    'ignore',
    'pipe',
    'pipe',
    ...(withProbe ? ['ipc' as const] : []),
  ]);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await untilAnswered(
    child,
    () => printed,
    () => greet(port),
  );
  const { pid = 0 } = child;
  return {
    port,
    cpuSeconds: () => cpuSecondsOf(pid),
    residentMegabytes: () => residentOf(pid),
    heapBytes: () =>
      new Promise((resolve, reject) => {
        child.once('message', (bytes: number) => resolve(bytes));
        child.once('exit', (code, signal) =>
          reject(new Error(`the server ended (${code ?? signal}) before it told its heap:\n${printed}`)),
        );
        child.send('heap');
      }),
    stop: (signal) => stop(child, signal),
  };
}

export function spawnPinned(command: Command, port: number, stdio: ('ignore' | 'pipe' | 'ipc')[]): ChildProcess {
  const [program = '', ...args] = pinned('server', command.line);
  return spawn(program, args, {
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', NODE_ENV: 'production', ...command.env, PORT: String(port) },
    stdio,
  });
}

/**
 * The first answer to an attempt that succeeds. Tries again at once: a pause would be part of what is measured. An open port is not
 * enough, since some servers open theirs for a moment only to see whether it is free.
 */
export async function untilAnswered<T>(child: ChildProcess, printed: () => string, attempt: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (failure) {
      if (child.exitCode !== null) throw new Error(`a server ended with code ${child.exitCode} before it listened:\n${printed()}`);
      if (!isUnreachable(failure) || performance.now() - started > startLimitMs) {
        child.kill('SIGKILL');
        throw new Error(`a server did not answer: ${String(failure)}\n${printed()}`);
      }
      await wait(1);
    }
  }
}

const isUnreachable = (failure: unknown): boolean =>
  failure instanceof Unanswered ||
  (failure instanceof Error && 'code' in failure && (failure.code === 'ECONNREFUSED' || failure.code === 'ECONNRESET'));

async function greet(port: number): Promise<void> {
  const connection = await Connection.open(port);
  await connection.ask(`GET /mcp HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`).catch((failure: unknown) => {
    // Whatever it says to this, it is there.
    if (!(failure instanceof Refused)) throw failure;
  });
  connection.close();
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  await ended;
}

/** Of all its threads so far. */
export function cpuSecondsOf(pid: number): number {
  // The name in brackets may hold anything; the numbers begin after it. 11 and 12 there: user and system time of all threads.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const precise = preciseSeconds(pid);
  return precise ?? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Nanoseconds of every living thread, where the kernel keeps them: a tick is 10 ms. */
function preciseSeconds(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]));
    return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e9;
  } catch {
    return undefined;
  }
}

/** Megabytes. */
export const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024;

/** Processes that this one has started. */
export const childrenOfThis = (): readonly number[] =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );

import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from '../load/connection.ts';
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
  stop(): Promise<void>;
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
  await untilOpen(child, port, () => printed);
  const { pid = 0 } = child;
  return {
    port,
    cpuSeconds: () => cpuSecondsOf(pid),
    residentMegabytes: () => residentOf(pid),
    heapBytes: () =>
      new Promise((resolve) => {
        child.once('message', (bytes: number) => resolve(bytes));
        child.send('heap');
      }),
    stop: () => stop(child),
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

/** Tries again at once: a pause would be part of what is measured. */
export async function untilOpen(child: ChildProcess, port: number, printed: () => string): Promise<void> {
  const started = performance.now();
  for (;;) {
    try {
      (await Connection.open(port)).close();
      return;
    } catch {
      if (child.exitCode !== null) throw new Error(`a server ended with code ${child.exitCode} before it listened:\n${printed()}`);
      if (performance.now() - started > startLimitMs) {
        child.kill('SIGKILL');
        throw new Error(`a server did not listen within ${startLimitMs / 1000} s:\n${printed()}`);
      }
      await wait(1);
    }
  }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  await ended;
}

function cpuSecondsOf(pid: number): number {
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

const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024;

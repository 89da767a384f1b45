import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { StartFailed, type RunningServer } from './running-server.ts';

export interface NodeProgram {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
}

const startLimitMs = 120_000;
/** Longer than a server waits for its running calls. */
const endLimitMs = 30_000;

/** Starts a node program that serves MCP, and waits for its line about the address. */
export function startNodeProcess({ args, cwd, variables }: NodeProgram): Promise<RunningServer> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), TMPDIR: tmpdir(), ...variables, PORT: '0' };
  const child = spawn(process.execPath, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const limit = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
    await ended;
    clearTimeout(limit);
  };
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /is listening at (http:\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(limit);
      resolve({ url, output: () => output, stop });
    };
    child.stderr.on('data', listen);
    child.stdout.on('data', listen);
    void ended.then(() => {
      clearTimeout(limit);
      reject(new StartFailed(output));
    });
  });
}

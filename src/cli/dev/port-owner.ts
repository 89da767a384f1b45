import { readFile } from 'node:fs/promises';
import { findListeningPid } from '@service/sdk/hosts/port-owner';
import { execa } from 'execa';

/** The process that listens on a port: `node server.js (process 42)`. Undefined where this user may not see it. */
export async function portOwner(port: number): Promise<string | undefined> {
  return process.platform === 'linux' ? linuxOwner(port) : lsofOwner(port);
}

async function linuxOwner(port: number): Promise<string | undefined> {
  const pid = findListeningPid(port);
  if (pid === undefined) return undefined;
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').filter((word) => word !== '');
  return describeProcess(words, pid);
}

/** Only program and first argument: further ones may hold secrets. */
const describeProcess = (words: readonly string[], pid: string | number): string =>
  `${words.slice(0, 2).join(' ') || 'a process'} (process ${pid})`;

async function lsofOwner(port: number): Promise<string | undefined> {
  const result = await execa('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { reject: false, stdin: 'ignore' });
  if (result.failed) return undefined;
  const field = (mark: string): string | undefined =>
    result.stdout
      .split('\n')
      .find((line) => line.startsWith(mark))
      ?.slice(1);
  const pid = field('p');
  return pid === undefined ? undefined : describeProcess([field('c') ?? ''], pid);
}

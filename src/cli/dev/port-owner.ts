import { readFile, readdir, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { execa } from 'execa';

/** Whether a port can be listened on now. Port 0 always can. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** The process that listens on a port: `node server.js (process 42)`. Undefined where this user may not see it. */
export async function portOwner(port: number): Promise<string | undefined> {
  return process.platform === 'linux' ? linuxOwner(port) : lsofOwner(port);
}

async function linuxOwner(port: number): Promise<string | undefined> {
  const sockets = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const inode of listeningInodes(await readFile(table, 'utf8').catch(() => ''), port)) sockets.add(`socket:[${inode}]`);
  if (sockets.size === 0) return undefined;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    for (const descriptor of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const link = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
      if (!sockets.has(link)) continue;
      const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').filter((word) => word !== '');
      return describeProcess(words, pid);
    }
  }
  return undefined;
}

/** Only program and first argument: further ones may hold secrets. */
const describeProcess = (words: readonly string[], pid: string): string => `${words.slice(0, 2).join(' ') || 'a process'} (process ${pid})`;

function listeningInodes(table: string, port: number): readonly string[] {
  const listening = '0A';
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      return state === listening && local.endsWith(`:${wanted}`) && inode !== undefined ? [inode] : [];
    });
}

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

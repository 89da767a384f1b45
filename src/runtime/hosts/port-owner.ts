import { createServer } from 'node:net';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Whether a port can be listened on now. Port 0 always can. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/**
 * The process that listens on a TCP port, as `node server.js (pid 42)`: further arguments may hold secrets. Undefined where the system hides
 * it (Linux only, own processes unless root).
 */
export function findPortOwner(port: number): string | undefined {
  try {
    const pid = findListeningPid(port);
    if (pid === undefined) return undefined;
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 2);
    return `${words.join(' ').trim() || 'a process'} (pid ${pid})`;
  } catch {
    return undefined;
  }
}

/** The process that listens on a TCP port; undefined where the system does not tell. */
export function findListeningPid(port: number): number | undefined {
  try {
    const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningInodes(readFileSync(table, 'utf8'), port)));
    const pid = readdirSync('/proc').find((entry) => /^\d+$/.test(entry) && holdsSocket(entry, inodes));
    return pid === undefined ? undefined : Number(pid);
  } catch {
    return undefined;
  }
}

const listenState = '0A';

/** Rows of `/proc/net/tcp`: number, local address:port (hexadecimal), remote, state, …, inode as the tenth column. */
function listeningInodes(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((row) => {
    const columns = row.trim().split(/\s+/);
    const [, local = '', , state] = columns;
    return state === listenState && local.endsWith(`:${wanted}`) && columns[9] !== undefined ? [columns[9]] : [];
  });
}

function holdsSocket(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((descriptor) => {
      const inode = /^socket:\[(\d+)\]$/.exec(readLink(`/proc/${pid}/fd/${descriptor}`))?.[1];
      return inode !== undefined && inodes.has(inode);
    });
  } catch {
    // Another user's process.
    return false;
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { createServer } from 'node:net';
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isPortFree } from '@service/sdk/hosts/port-owner';
import { codeOf, ServerStartError } from '../errors.ts';
import { limits } from '../texts.ts';

/** A port that no other test run takes until it is released. */
export interface LockedPort {
  readonly port: number;
  /** The lock file, for the process that releases it when this one is killed. */
  readonly file: string;
  release(): void;
}

const portCount = 9000;
/** Ports that a project's search begins apart from another's. */
const projectStep = 100;

/** Folder of the locks; every user of the machine may add some, only their owners may remove them. */
function lockFolder(): string {
  const folder = join(tmpdir(), 'service-test-ports');
  try {
    mkdirSync(folder);
    chmodSync(folder, 0o1777);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return folder;
}

/**
 * The first port from 51000 that is neither locked nor listened on.
 * @param project begins the search elsewhere, so that two projects do not wait for each other
 */
export async function lockFreePort(project?: string, except: ReadonlySet<number> = new Set()): Promise<LockedPort> {
  const offset = project === undefined ? 0 : (hash(project) % (portCount / projectStep)) * projectStep;
  for (let step = 0; step < portCount; step += 1) {
    const port = limits.firstPort + ((offset + step) % portCount);
    const locked = except.has(port) ? undefined : await tryLock(port);
    if (locked !== undefined) return locked;
  }
  throw new ServerStartError(`No free port from ${limits.firstPort} to ${limits.firstPort + portCount - 1}. Look into ${lockFolder()}.`);
}

/** One port that the test names. @throws {ServerStartError} when another run or program has it */
export async function lockPort(port: number): Promise<LockedPort> {
  const locked = await tryLock(port);
  if (locked !== undefined) return locked;
  throw new ServerStartError(`Port ${port} is in use. Leave \`port\` out of test.use(), or stop what listens there.`);
}

async function tryLock(port: number): Promise<LockedPort | undefined> {
  const file = join(lockFolder(), `${port}.lock`);
  if (!createLock(file) && !(takeOver(file) && createLock(file))) return undefined;
  if (await isFree(port)) return { port, file, release: () => rmSync(file, { force: true }) };
  rmSync(file, { force: true });
  return undefined;
}

/** Removes the locks of this process: of one that ends at once, before the guardian of a server has taken its lock over. */
export function releaseOwnLocks(): void {
  const folder = lockFolder();
  for (const name of readdirSync(folder))
    if (name.endsWith('.lock') && readOwner(join(folder, name)) === process.pid) rmSync(join(folder, name), { force: true });
}

/** `wx` follows no link and overwrites nothing: of several processes one gets the file. */
function createLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a process that is dead. Renamed before, so that a lock which another process has just taken over is put back. */
function takeOver(file: string): boolean {
  const owner = readOwner(file);
  if (owner === undefined || isAlive(owner)) return false;
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    // Gone, or another user's.
    return false;
  }
  const isStale = readOwner(aside) === owner;
  if (!isStale) putBack(aside, file);
  rmSync(aside, { force: true });
  return isStale;
}

function putBack(aside: string, file: string): void {
  try {
    linkSync(aside, file);
  } catch {
    // A third process has the port by now.
  }
}

/** Undefined for a lock that is being written, or is not ours to read. */
function readOwner(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Listens as servers do: on every address, IPv6 where there is one. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(isPortFree(port, '127.0.0.1'))));
  });
}

function hash(text: string): number {
  let value = 0;
  for (const char of text) value = (value * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return value;
}

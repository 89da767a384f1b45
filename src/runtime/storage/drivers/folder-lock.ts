import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../store-errors.ts';

const free = 'free';
/** Holders take microseconds. One of another machine or container, whose processes we cannot see, is taken for dead after this. */
const staleMs = 10_000;
const patienceMs = 15_000;
const maxPauseMs = 20;

/**
 * A lock that all processes at one folder share. The folder holds one file, the token: the process that renames it from `free` to a name of its
 * own has the lock. Only one rename succeeds and no name is used twice, so only one process can take over the token of a dead one.
 */
export class FolderLock {
  readonly #folder: string;
  readonly #place = placeOfProcesses();
  /** Steps of this process wait here, in order; only the first of them looks at the folder. */
  #last: Promise<unknown> = Promise.resolve();

  /** Makes the folder with its token, whole or not at all: a second token would be a second lock. */
  constructor(folder: string) {
    this.#folder = folder;
    const draft = `${folder}.${randomUUID()}`;
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(join(draft, free), '', { mode: 0o600 });
    try {
      renameSync(draft, folder);
    } catch (failure) {
      rmSync(draft, { recursive: true, force: true });
      if (!['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(errorCode(failure) ?? '')) throw failure;
    }
  }

  /**
   * Runs a step that no other one overlaps, here or in another process. It must not wait: nothing of this process runs beside it.
   * @throws {Error} when another process keeps the lock
   */
  run<T>(step: () => T): Promise<T> {
    const turn = this.#last.then(() => this.#take(step));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #take<T>(step: () => T): Promise<T> {
    const own = `held.${process.pid}.${this.#place}.${randomUUID()}`;
    const seen = { holder: '', since: 0 };
    const begun = performance.now();
    for (let from = free, pauseMs = 1; !this.#move(from, own); pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const holder = readdirSync(this.#folder).find((name) => name.startsWith('held.')) ?? '';
      const now = performance.now();
      if (holder !== seen.holder) Object.assign(seen, { holder, since: now });
      const isDead = holder !== '' && (now - seen.since > staleMs || hasEnded(holder, this.#place));
      from = isDead ? holder : free;
      if (now - begun > patienceMs) throw new Error(this.#whyStuck(holder));
      if (!isDead) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    try {
      return step();
    } finally {
      // Absent where another process took over while this one was suspended.
      this.#move(own, free);
    }
  }

  /** False when another process has renamed it before. */
  #move(from: string, to: string): boolean {
    try {
      renameSync(join(this.#folder, from), join(this.#folder, to));
      return true;
    } catch (failure) {
      if (errorCode(failure) === 'ENOENT') return false;
      throw failure;
    }
  }

  #whyStuck(holder: string): string {
    return holder === ''
      ? `${this.#folder} holds no lock: stop every server that uses it, remove it, and start again`
      : `another process keeps the lock ${holder}`;
  }
}

/**
 * Among whose numbers of processes ours is one. Containers that share a folder have numbers of their own, also where they share the name of
 * their host, and so has a machine that was started again. Other systems than Linux have no such containers.
 */
function placeOfProcesses(): string {
  const names = [hostname()];
  if (process.platform === 'linux') names.push(...namespaceOfProcesses());
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
}

/** Where a sandbox hides it, a place that no other process has: its locks are waited for. */
function namespaceOfProcesses(): readonly string[] {
  try {
    return [readlinkSync('/proc/self/ns/pid'), readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')];
  } catch {
    return [randomUUID()];
  }
}

/** Whether the holder was a process of this place that is no more; one that only hangs is not. */
function hasEnded(holder: string, ownPlace: string): boolean {
  const [, pid, place] = holder.split('.');
  if (place !== ownPlace) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (failure) {
    return errorCode(failure) === 'ESRCH';
  }
}

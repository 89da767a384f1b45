import { readdirSync, readFileSync } from 'node:fs';

export interface WatchedProcess {
  /** Words of its command line, or the title that it gave itself. */
  readonly command: string;
  /** CPU seconds, its own. */
  readonly seconds: number;
  /** The same by the test file that ran meanwhile, in it or in the process that started it; what belongs to none is missing. */
  readonly byFile: ReadonlyMap<string, number>;
}

interface Seen extends WatchedProcess {
  command: string;
  seconds: number;
  readonly byFile: Map<string, number>;
  /** The test file during which it was started. */
  readonly file: string | undefined;
}

/** Clock ticks of `/proc/<pid>/stat` a second, on every Linux that Node runs on. */
const ticks = 100;

/** A process and all that it starts, as `/proc` tells it (Linux alone). */
export class ProcessWatch {
  readonly #seen = new Map<string, Seen>();
  /** Keys of what runs, by process ids. */
  #running = new Map<number, string>();
  readonly #root: number;

  constructor(root: number) {
    this.#root = root;
  }

  get processes(): readonly WatchedProcess[] {
    return [...this.#seen.values()];
  }

  look(): void {
    const running = new Map<number, string>();
    // A process has a higher id than its parent, unless the ids have begun again: then the next look finds it.
    for (const pid of readdirSync('/proc')
      .map(Number)
      .filter(Number.isInteger)
      .toSorted((a, b) => a - b)) {
      const key = this.#lookAt(pid, running);
      if (key !== undefined) running.set(pid, key);
    }
    this.#running = running;
  }

  /** @returns its key; undefined where it is none of ours, or gone */
  #lookAt(pid: number, running: ReadonlyMap<number, string>): string | undefined {
    const stat = readText(pid, 'stat');
    // After the name, which may hold anything: state, parent, … user and system time as the 12th and 13th, start as the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system] = [1, 11, 12].map((at) => Number(fields[at]));
    const key = `${pid} ${fields[19]}`;
    const known = this.#seen.get(key);
    const parentKey = running.get(parent ?? 0) ?? this.#running.get(parent ?? 0);
    if (fields.length < 20 || (known === undefined && parentKey === undefined && pid !== this.#root)) return undefined;
    const command = readText(pid, 'cmdline').replaceAll('\0', ' ').trim() || known?.command || '';
    const one = known ?? { command, seconds: 0, byFile: new Map<string, number>(), file: fileOf(this.#seen.get(parentKey ?? '')) };
    const now = ((user ?? 0) + (system ?? 0)) / ticks;
    one.command = command;
    const file = fileOf(one);
    if (file !== undefined) one.byFile.set(file, (one.byFile.get(file) ?? 0) + now - one.seconds);
    one.seconds = now;
    this.#seen.set(key, one);
    return key;
  }
}

/** `test-worker.ts` gives its process the title `test <file>`. */
const fileOf = (seen: Pick<Seen, 'command' | 'file'> | undefined): string | undefined =>
  /^test (\S+\.test\.ts)/.exec(seen?.command ?? '')?.[1] ?? seen?.file;

function readText(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}

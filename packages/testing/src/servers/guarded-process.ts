import { setImmediate } from 'node:timers/promises';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clearTimeout, setTimeout } from '../clock.ts';
import { TimeoutError } from '../errors.ts';
import { texts } from '../texts.ts';

export interface ProcessOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly lockFile: string;
  readonly log: ServerLog;
}

/** How a process ended, in words; undefined while it runs. */
type Ending = string | undefined;

/** The program of the guardian. In a checkout its text, which holds no types: loading TypeScript takes longer than most servers do. */
function guardianProgram(): readonly string[] {
  if (!import.meta.url.endsWith('.ts')) return [fileURLToPath(new URL('./guardian.js', import.meta.url))];
  return ['--input-type=module', '-e', readFileSync(new URL('./guardian.ts', import.meta.url), 'utf8'), '--', 'guardian'];
}

/** A command that ends with the test run, however that ends. */
export class GuardedProcess {
  readonly #guardian: ChildProcess;
  /** Its process group; undefined until it runs. */
  groupId: number | undefined;
  ending: Ending;
  readonly exited: Promise<void>;

  constructor({ command, cwd, env, lockFile, log }: ProcessOptions) {
    const child = spawn(process.execPath, [...guardianProgram(), lockFile, ...command], {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    this.#guardian = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => log.receive('', text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => log.receive('[ERROR] ', text));
    child.stdin?.on('error', () => undefined);
    child.stdio[3]?.on('data', (text: Buffer) => {
      this.groupId ??= Number.parseInt(text.toString('utf8'), 10);
    });
    this.exited = new Promise((resolve) => {
      child.on('error', (error) => this.#end(error.message, log, resolve));
      child.on('close', (code) => this.#end(`The process ended with exit code ${code ?? 1}`, log, resolve));
    });
  }

  get pid(): number {
    return this.groupId ?? this.#guardian.pid ?? 0;
  }

  /** Asks it to end, and waits until it has. */
  async stop(): Promise<void> {
    if (this.ending === undefined) this.#guardian.stdin?.end('stop\n');
    await this.exited;
  }

  #end(ending: string, log: ServerLog, resolve: () => void): void {
    this.ending ??= ending;
    log.end();
    resolve();
  }
}

/** Turns of the event loop that must bring nothing before a log counts as read. */
const quietTurns = 3;
/** A server that never stops printing does not hold a test up. */
const maxTurns = 1000;

/** Lines kept; a server that floods its output must not fill the memory of the tests. */
const maxEntries = 10_000;

/** Output of a server, line by line. */
export class ServerLog {
  #entries: string[] = [];
  readonly #rest = new Map<string, string>();
  readonly #shown: (entry: string) => void;
  readonly #waiting = new Set<(entry: string) => void>();
  #received = 0;

  constructor(shown: (entry: string) => void) {
    this.#shown = shown;
  }

  /** @param prefix of the stream's lines */
  readonly receive = (prefix: '' | '[ERROR] ', text: string): void => {
    this.#received += 1;
    const lines = `${this.#rest.get(prefix) ?? ''}${text}`.split(/\r?\n/);
    this.#rest.set(prefix, lines.pop() ?? '');
    for (const line of lines) this.#add(`${prefix}${line}`);
  };

  /** Keeps the last line, which has no line end, when the stream is over. */
  end(): void {
    for (const [prefix, rest] of this.#rest) if (rest !== '') this.#add(`${prefix}${rest}`);
    this.#rest.clear();
  }

  all(): string[] {
    return [...this.#entries];
  }

  last(count: number): string[] {
    return this.#entries.slice(-count);
  }

  clear(): void {
    this.#entries = [];
  }

  /**
   * The first entry that holds a text or matches a pattern, also one that has come.
   * @throws {TimeoutError}
   */
  waitFor(wanted: string | RegExp, timeoutMs: number): Promise<string> {
    const fits = (entry: string): boolean => (typeof wanted === 'string' ? entry.includes(wanted) : entry.search(wanted) >= 0);
    const known = this.#entries.find(fits);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const receive = (entry: string): void => {
        if (!fits(entry)) return;
        clearTimeout(timer);
        this.#waiting.delete(receive);
        resolve(entry);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(receive);
        reject(new TimeoutError(texts.logTimeout(String(wanted), timeoutMs)));
      }, timeoutMs);
      this.#waiting.add(receive);
    });
  }

  /** Resolves once everything is read that the server had printed: its pipe is read apart from its answers. */
  async settle(): Promise<void> {
    for (let turn = 0, quiet = 0; turn < maxTurns && quiet < quietTurns; turn += 1) {
      const before = this.#received;
      await setImmediate();
      quiet = this.#received === before ? quiet + 1 : 0;
    }
  }

  #add(entry: string): void {
    this.#entries.push(entry);
    if (this.#entries.length > maxEntries * 1.1) this.#entries = this.#entries.slice(-maxEntries);
    this.#shown(entry);
    for (const receive of this.#waiting) receive(entry);
  }
}

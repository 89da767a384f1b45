import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerLog } from './server-log.ts';

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

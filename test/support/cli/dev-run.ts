import { startCli } from './run-cli.ts';

/** One `service dev` and what it has said so far. */
export class DevRun {
  readonly child: ReturnType<typeof startCli>;
  #heard = '';
  #seen = 0;
  readonly #listeners = new Set<() => void>();

  constructor(args: readonly string[], at: Parameters<typeof startCli>[1]) {
    this.child = startCli(['dev', ...args], at);
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.#heard += chunk.toString();
      for (const listener of this.#listeners) listener();
    });
    this.child.once('exit', () => {
      for (const listener of this.#listeners) listener();
    });
  }

  /** Waits for words that come after everything waited for before; fails when the command ends first. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#heard.slice(this.#seen));
      if (found !== null) {
        this.#seen += found.index + found[0].length;
        return found;
      }
      const { exitCode, signalCode } = this.child;
      if (exitCode !== null || signalCode !== null) throw new Error(`ended with ${exitCode ?? signalCode}: ${this.#heard}`);
      await new Promise<void>((resolve) => {
        const listener = (): void => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
    }
  }

  async end(signal: NodeJS.Signals): Promise<number | undefined> {
    this.child.kill(signal);
    return (await this.child).exitCode;
  }
}

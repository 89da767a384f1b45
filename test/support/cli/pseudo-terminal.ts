/* Test support: a program at a pseudo-terminal, as under a person's fingers. `script` (bsdutils) makes the terminal. */
import { execa } from 'execa';

export class PseudoTerminal {
  readonly #child: ReturnType<typeof execa>;
  #heard = '';
  #seen = 0;
  #wake = (): void => undefined;

  /** @param command of a shell */
  constructor(command: string, at: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly columns?: number }) {
    // `script` answers nothing that a terminal is asked; fish waits for that answer unless the terminal is a dumb one.
    const env = { TERM: 'dumb', PS1: '> ', ...at.env, CI: undefined, SHELL: '/bin/sh' };
    const inside = `stty cols ${at.columns ?? 200} rows 40; ${command}`;
    this.#child = execa('script', ['-qfec', inside, '/dev/null'], { cwd: at.cwd, env, reject: false, timeout: 900_000 });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.#heard += chunk.toString();
      this.#wake();
    });
    this.#child.once('exit', () => this.#wake());
  }

  type(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  /** Waits for words after everything waited for before; fails when the program ends first. */
  async shows(pattern: RegExp): Promise<void> {
    for (;;) {
      const found = pattern.exec(this.#heard.slice(this.#seen));
      if (found !== null) return void (this.#seen += found.index + found[0].length);
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error(`ended without ${String(pattern)}: ${this.#heard}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Waits until the program ends by itself. */
  async ended(): Promise<{ readonly code: number | undefined; readonly text: string }> {
    const { exitCode } = await this.#child;
    return { code: exitCode, text: this.#heard };
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#child;
  }
}

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What was found out of a changed source: the test that noticed it, or that none did. */
export type Verdict = { readonly by: string } | 'survived';

/**
 * Verdicts of earlier runs by the hash of the changed source, so that a long run goes on where it was ended. What was noticed is not
 * looked at again (a test that was taken away since is what `--afresh` is for), what survived always is.
 */
export class Verdicts {
  readonly #file: string;
  /** Empty when everything is judged afresh: what was found out before counts for nothing then. */
  readonly #known: Map<string, Verdict>;
  readonly #found = new Map<string, Verdict>();

  constructor(root: string, afresh: boolean) {
    this.#file = join(root, '.service', 'mutations.json');
    this.#known = afresh ? new Map<string, Verdict>() : this.#read();
  }

  #read(): Map<string, Verdict> {
    try {
      const kept = Object.entries(JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, string>);
      return new Map(kept.map(([key, by]): [string, Verdict] => [key, by === '' ? 'survived' : { by }]));
    } catch {
      // A fresh clone remembers nothing.
      return new Map();
    }
  }

  get(key: string): Verdict | undefined {
    return this.#found.get(key) ?? this.#known.get(key);
  }

  set(key: string, verdict: Verdict): void {
    this.#found.set(key, verdict);
    mkdirSync(dirname(this.#file), { recursive: true });
    // Another run may have written since.
    const plain = [...this.#read(), ...this.#found].map(([name, known]) => [name, known === 'survived' ? '' : known.by]);
    // Whole or not at all: a run may be ended at any time.
    writeFileSync(`${this.#file}.${process.pid}`, `${JSON.stringify(Object.fromEntries(plain), null, 1)}\n`);
    renameSync(`${this.#file}.${process.pid}`, this.#file);
  }
}

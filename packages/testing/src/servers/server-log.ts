/** Lines kept; a server that floods its output must not fill the memory of the tests. */
const maxEntries = 10_000;

/** What a server prints, line by line. */
export class ServerLog {
  #entries: string[] = [];
  readonly #rest = new Map<string, string>();
  readonly #shown: (entry: string) => void;

  constructor(shown: (entry: string) => void) {
    this.#shown = shown;
  }

  /** @param prefix of the stream's lines */
  readonly receive = (prefix: '' | '[ERROR] ', text: string): void => {
    const lines = `${this.#rest.get(prefix) ?? ''}${text}`.split(/\r?\n/);
    this.#rest.set(prefix, lines.pop() ?? '');
    for (const line of lines) this.#add(`${prefix}${line}`);
  };

  /** What came without a line end, when the stream is over. */
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

  #add(entry: string): void {
    this.#entries.push(entry);
    if (this.#entries.length > maxEntries * 1.1) this.#entries = this.#entries.slice(-maxEntries);
    this.#shown(entry);
  }
}

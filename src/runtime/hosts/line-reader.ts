import { isUtf8 } from 'node:buffer';

export interface LineListener {
  line(text: string): void;
  /** A line that cannot be a message; it has been skipped to its end. */
  bad(problem: string): void;
}

const newline = 0x0a;

/** Cuts a byte stream into lines of UTF-8, none longer than `limit` bytes: a line without an end must not fill the memory. */
export class LineReader {
  readonly #limit: number;
  readonly #listener: LineListener;
  #parts: Buffer[] = [];
  #length = 0;
  #skipping = false;

  constructor(limit: number, listener: LineListener) {
    this.#limit = limit;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#finishLine();
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** The stream ended; what came without a newline is a line too. */
  end(): void {
    if (this.#length > 0) this.#finishLine();
  }

  #keep(part: Buffer): void {
    if (this.#skipping || part.length === 0) return;
    this.#length += part.length;
    if (this.#length > this.#limit) {
      this.#skipping = true;
      this.#parts = [];
      this.#listener.bad(`the line is longer than ${this.#limit} bytes`);
    } else this.#parts.push(part);
  }

  #finishLine(): void {
    const [first] = this.#parts;
    const bytes = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    const skipped = this.#skipping;
    this.#parts = [];
    this.#length = 0;
    this.#skipping = false;
    if (skipped) return;
    if (!isUtf8(bytes)) this.#listener.bad('the line is not UTF-8');
    else {
      const text = bytes.toString('utf8').trim();
      if (text !== '') this.#listener.line(text);
    }
  }
}

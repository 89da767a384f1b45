import { hexOf, sha256 } from '../std/index.ts';

const maxKnown = 10_000;

/** `mcp.session.id` of spans: a session's id is a secret, so that only its hash leaves the process. */
export class SessionHashes {
  readonly #known = new Map<string, string>();

  async of(id: string): Promise<string> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const hash = hexOf(await sha256(id)).slice(0, 32);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= maxKnown && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(id, hash);
    return hash;
  }
}

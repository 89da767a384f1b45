import { resolveTxt } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Network access of the registry commands; tests replace it by a local one. */
export interface Network {
  readonly fetch: typeof fetch;
  /** TXT records at a name, each with its pieces joined. */
  readonly resolveTxt: (name: string) => Promise<readonly string[]>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const processNetwork: Network = {
  fetch: (...request) => fetch(...request),
  resolveTxt: async (name) => (await resolveTxt(name)).map((pieces) => pieces.join('')),
  now: Date.now,
  wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
};

/** Whether an address may be asked: https, or this machine. */
export function isSafeAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

/**
 * The text of an answer, up to a limit.
 * @returns undefined when it is longer
 */
export async function readLimited(response: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body !== null)
    for await (const chunk of body) {
      length += chunk.byteLength;
      // Leaving the loop cancels the rest.
      if (length > maxBytes) return undefined;
      chunks.push(chunk);
    }
  return Buffer.concat(chunks).toString('utf8');
}

import { DelegatedExchange } from './delegated-exchange.ts';
import type { HttpExchange } from './exchange.ts';

/**
 * A request that came through proxies of the operator's own (`SERVICE_TRUST_PROXY`). Each proxy appends who spoke to it to
 * `X-Forwarded-For`, so only that many items from the end are true; everything before them may have been written by the client.
 */
export class ForwardedExchange extends DelegatedExchange {
  readonly #proxies: number;

  constructor(received: HttpExchange, proxies: number) {
    super(received);
    this.#proxies = proxies;
  }

  /** Undefined rather than a guess when the header does not have as many items as there are proxies. */
  override get peerAddress(): string | undefined {
    return addressFrom(this.#item('x-forwarded-for'));
  }

  override get secure(): boolean {
    return this.received.secure || this.#item('x-forwarded-proto')?.toLowerCase() === 'https';
  }

  /** What the outermost trusted proxy wrote; proxies that send one value for all (`X-Forwarded-Proto`) are taken at their word. */
  #item(name: string): string | undefined {
    const items = (this.received.header(name) ?? '').split(',').map((item) => item.trim());
    const at = items.length - this.#proxies;
    return name === 'x-forwarded-proto' && at < 0 ? items[0] : items[at];
  }
}

/** An address out of `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function addressFrom(item: string | undefined): string | undefined {
  if (item === undefined || item === '') return undefined;
  const bracketed = /^\[([0-9A-Fa-f:.]+)\](?::\d+)?$/.exec(item)?.[1];
  if (bracketed !== undefined) return bracketed;
  const plain = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/.exec(item)?.[1] ?? item;
  return /^[0-9A-Fa-f:.]+$/.test(plain) ? plain : undefined;
}

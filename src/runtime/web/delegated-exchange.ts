import type { Awaitable } from '../std/index.ts';
import type { HttpExchange, WorkHold } from './exchange.ts';

/** An exchange that delegates to another one; subclasses override members. */
export class DelegatedExchange implements HttpExchange {
  protected readonly received: HttpExchange;

  constructor(received: HttpExchange) {
    this.received = received;
  }

  get method(): string {
    return this.received.method;
  }
  get path(): string {
    return this.received.path;
  }
  get query(): string {
    return this.received.query;
  }
  get peerAddress(): string | undefined {
    return this.received.peerAddress;
  }
  get secure(): boolean {
    return this.received.secure;
  }
  get signal(): AbortSignal {
    return this.received.signal;
  }
  /** Shared by all wrappers of a request: a slot taken by one layer is released by the layer that answers. */
  get hold(): WorkHold | undefined {
    return this.received.hold;
  }
  set hold(hold: WorkHold | undefined) {
    this.received.hold = hold;
  }
  abort(): void {
    this.received.abort?.();
  }
  waitUntil(work: Promise<unknown>): void {
    this.received.waitUntil?.(work);
  }
  header(name: string): string | undefined {
    return this.received.header(name);
  }
  eachHeader(visit: (name: string, value: string) => void): void {
    this.received.eachHeader(visit);
  }
  text(limit: number): Awaitable<string> {
    return this.received.text(limit);
  }
  bytes(limit: number): Awaitable<Uint8Array> {
    return this.received.bytes(limit);
  }
}

import type { IncomingMessage } from 'node:http';
import { BodyUnreadable } from '../web/body-errors.ts';
import { DelegatedExchange } from '../web/delegated-exchange.ts';

/** Whether a request that comes while the server ends may be about a session that is there: its head tells no more. */
export const isOfSession = ({ headers, method, url = '' }: IncomingMessage): boolean =>
  (method === 'POST' || method === 'DELETE') && (headers['mcp-session-id'] !== undefined || url.includes('?sessionId='));

/** A request that may bring what a running call waits for, and nothing new. */
export class LastWords extends DelegatedExchange {
  /** It asked for something. */
  isNew = false;

  override async text(limit: number): Promise<string> {
    const text = await this.received.text(limit);
    this.#check(text);
    return text;
  }

  override async bytes(limit: number): Promise<Uint8Array> {
    const bytes = await this.received.bytes(limit);
    this.#check(new TextDecoder().decode(bytes));
    return bytes;
  }

  #check(text: string): void {
    this.isNew = !isAnswer(text);
    if (this.isNew) throw new BodyUnreadable('the server is shutting down');
  }
}

/** Responses and notifications of JSON-RPC, alone or together. */
function isAnswer(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).every((message) => !('id' in message && 'method' in message) && 'jsonrpc' in message);
  } catch {
    return false;
  }
}

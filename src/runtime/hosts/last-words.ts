import type { IncomingMessage } from 'node:http';
import { andThen, type Awaitable } from '../std/index.ts';
import { BodyUnreadable } from '../web/body-errors.ts';
import { NodeExchange } from './node-exchange.ts';

/** Whether a request that comes while the server ends may be about a session that is there: its head tells no more. */
export const isOfSession = ({ headers, method, url = '' }: IncomingMessage): boolean =>
  (method === 'POST' || method === 'DELETE') && (headers['mcp-session-id'] !== undefined || url.includes('?sessionId='));

/** A request that may bring what a running call waits for, and nothing new. */
export class LastWords extends NodeExchange {
  /** It asked for something. */
  isNew = false;

  override bytes(limit: number): Awaitable<Buffer> {
    return andThen(super.bytes(limit), (bytes) => {
      this.isNew = !isAnswer(bytes.toString());
      if (this.isNew) throw new BodyUnreadable('the server is shutting down');
      return bytes;
    });
  }
}

/** Responses and notifications of JSON-RPC, alone or together. */
function isAnswer(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).every((message) => 'jsonrpc' in message && !('id' in message && 'method' in message));
  } catch {
    return false;
  }
}

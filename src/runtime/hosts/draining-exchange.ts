import type { IncomingMessage } from 'node:http';
import { andThen, type Awaitable } from '../std/index.ts';
import { BodyUnreadable } from '../web/body-errors.ts';
import { NodeExchange } from './node-exchange.ts';

/** Whether a request that arrives while the server drains may belong to an existing session, judged by its head. */
export const isOfSession = ({ headers, method, url = '' }: IncomingMessage): boolean =>
  (method === 'POST' || method === 'DELETE') && ('mcp-session-id' in headers || url.includes('?sessionId='));

/** A request during the drain: it may carry answers for running calls, but no new request. */
export class DrainingExchange extends NodeExchange {
  /** Set once the body is read: it contains a new request. */
  isNew: boolean | undefined;

  override bytes(limit: number): Awaitable<Buffer> {
    return andThen(super.bytes(limit), (bytes) => {
      this.isNew = !isAnswer(bytes.toString());
      // The host answers, so the error needs no text.
      if (this.isNew) throw new BodyUnreadable('');
      return bytes;
    });
  }
}

/** Responses and notifications of JSON-RPC, alone or together. */
function isAnswer(text: string): boolean {
  try {
    const messages = [JSON.parse(text)].flat() as readonly object[];
    return messages.every((message) => 'jsonrpc' in message && !('id' in message && 'method' in message));
  } catch {
    return false;
  }
}

import type { IncomingMessage } from 'node:http';
import { andThen, type Awaitable } from '../std/index.ts';
import { BodyUnreadable } from '../web/body-errors.ts';
import { NodeExchange } from './node-exchange.ts';

/** Whether a request that comes while the server ends may be about a session that is there: its head tells no more. */
export const isOfSession = ({ headers, method, url = '' }: IncomingMessage): boolean =>
  (method === 'POST' || method === 'DELETE') && ('mcp-session-id' in headers || url.includes('?sessionId='));

/** A request that may bring what a running call waits for, and nothing new. */
export class DrainingExchange extends NodeExchange {
  /** It asked for something. */
  isNew: boolean | undefined;

  override bytes(limit: number): Awaitable<Buffer> {
    return andThen(super.bytes(limit), (bytes) => {
      this.isNew = !isAnswer(bytes.toString());
      // Nobody reads why: the host answers.
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

import { answerMs, connectionError } from '../store-errors.ts';
import type { HttpKvOptions } from '../store-options.ts';
import type { Store } from '../../model/store.ts';
import { redisOperations, isAway } from './redis-commands.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * A Redis server behind HTTP: `POST /` with a command as a JSON list, answered by `{ result }` or `{ error }`. For platforms without
 * TCP; it holds no connection, so nothing is to be opened or closed.
 */
export function createHttpKvStore({ token, url }: HttpKvOptions, fetch: Fetch = globalThis.fetch): Store {
  const run = async (command: readonly string[]): Promise<unknown> => {
    const { error, result } = await ask({ url, token, fetch }, command);
    if (typeof error !== 'string') return result;
    const reply = readable(error, token);
    throw isAway(reply) ? connectionError('Redis', reply) : new Error(reply);
  };
  const operations = redisOperations(run);
  return {
    ...operations,
    // Nothing can be wrong with the question: whatever is replied but an answer, the store cannot be used.
    ping: () => operations.ping().catch((failure: unknown) => Promise.reject(connectionError('Redis', failure))),
    close: async () => {},
  };
}

/** A reply may repeat what it was sent. */
const readable = (reply: string, token: string): string => reply.replaceAll(token, '[redacted]').slice(0, maxReplyLength);
const maxReplyLength = 200;

async function ask(
  { fetch, token, url }: { url: string; token: string; fetch: Fetch },
  command: readonly string[],
): Promise<{ error?: unknown; result?: unknown }> {
  try {
    // Called bare: some platforms refuse it as a member of anything else.
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(command),
      // The token is for this address and for no other that it points to.
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    if (answer.status === 200 || answer.status === 400) {
      const body = parse(await answer.text());
      if (typeof body === 'object' && body !== null && ('result' in body || 'error' in body)) return body;
    }
    // A body that is left unread holds its connection.
    else await answer.body?.cancel();
    throw new Error(answer.status === 401 ? 'the token was refused (HTTP 401)' : `HTTP ${answer.status} is no answer of a key-value store`);
  } catch (failure) {
    throw connectionError('Redis', failure instanceof TypeError && failure.cause !== undefined ? failure.cause : failure);
  }
}

/** Undefined for what is no JSON: the parser's own message would quote it, and it may repeat what was sent. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

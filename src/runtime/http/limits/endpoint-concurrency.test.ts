/* Slots of the endpoint, as the work of a call finds them that goes on although its caller has left: through whatever wraps the request. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuthContext } from '../../define/index.ts';
import { DelegatedExchange } from '../../web/delegated-exchange.ts';
import type { HttpExchange } from '../../web/exchange.ts';
import { limitEndpointConcurrency } from './endpoint-concurrency.ts';
import { MemoryCounterStore } from './counter-store.ts';

function exchangeOf(): HttpExchange {
  return {
    method: 'POST',
    path: '/mcp',
    query: '',
    secure: false,
    signal: new AbortController().signal,
    header: () => undefined,
    eachHeader: () => undefined,
    text: () => '',
    bytes: () => new Uint8Array(),
  };
}

class Wrapped extends DelegatedExchange {}

const cases: readonly (readonly [
  where: string,
  counted: (exchange: HttpExchange) => HttpExchange,
  asked: (exchange: HttpExchange) => HttpExchange,
])[] = [
  ['nowhere', (exchange) => exchange, (exchange) => exchange],
  ['after it was counted', (exchange) => exchange, (exchange) => new Wrapped(exchange)],
  ['before it was counted', (exchange) => new Wrapped(exchange), (exchange) => exchange],
];

for (const [where, counted, asked] of cases)
  test(`a request wrapped ${where} keeps its slot for work that goes on after the answer`, async () => {
    const limit = limitEndpointConcurrency(
      { maxConcurrent: 1, queueTimeoutMs: 0, partitionBy: 'global' },
      { now: () => 0, store: new MemoryCounterStore() },
    );
    const auth = createAuthContext({ mode: 'public', isAnonymous: true, user: { sub: 'anonymous' } });
    let finish = (): void => undefined;
    const work = new Promise<void>((resolve) => (finish = resolve));
    const received = exchangeOf();
    await limit({ exchange: counted(received), auth }, () => {
      asked(received).hold?.lastUntil(work, undefined);
      return { status: 200, headers: {} };
    });
    const next = async () => (await limit({ exchange: exchangeOf(), auth }, () => ({ status: 200, headers: {} }))).status;
    assert.is(await next(), 429);
    finish();
    await work;
    assert.is(await next(), 200);
  });

test.run();

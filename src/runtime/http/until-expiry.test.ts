import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuthContext } from '../define/create-auth-context.ts';
import { FetchExchange } from '../hosts/fetch-exchange.ts';
import type { AnswerStream, HttpAnswer } from '../web/exchange.ts';
import { untilExpiry } from './until-expiry.ts';

function streamOfTest(): AnswerStream & { readonly whenEnded: Promise<void> } {
  const listeners: (() => void)[] = [];
  let ended = false;
  const stream = {
    write: () => true,
    end: () => {
      ended = true;
      listeners.splice(0).forEach((listener) => listener());
    },
    get ended() {
      return ended;
    },
    whenDrained: () => Promise.resolve(),
    onEnd: (listener: () => void) => void listeners.push(listener),
  };
  return Object.assign(stream, { whenEnded: new Promise<void>((resolve) => listeners.push(resolve)) });
}

const callerUntil = (expiresAt?: number) =>
  createAuthContext({ mode: 'local', isAnonymous: false, user: { sub: 'u' }, ...(expiresAt === undefined ? {} : { expiresAt }) });
const streaming: HttpAnswer = { status: 200, headers: {}, body: () => undefined };

test('[R28.streams] a stream ends with the token that opened it, and the call behind it hears of it', async () => {
  const exchange = new FetchExchange(new Request('http://h/mcp'), undefined);
  const answer = untilExpiry(streaming, callerUntil(Date.now()), exchange);
  const stream = streamOfTest();
  assert.type(answer.body, 'function');
  if (typeof answer.body === 'function') answer.body(stream);
  await stream.whenEnded;
  assert.ok(exchange.signal.aborted);
});

test('[R28.streams] answers without a stream, and callers without an expiry, are left alone', () => {
  const exchange = new FetchExchange(new Request('http://h/mcp'), undefined);
  const text: HttpAnswer = { status: 200, headers: {}, body: '{}' };
  assert.is(untilExpiry(text, callerUntil(0), exchange), text);
  assert.is(untilExpiry(streaming, callerUntil(), exchange), streaming);
  const answer = untilExpiry(streaming, callerUntil(Date.now() + 3_600_000), exchange);
  const stream = streamOfTest();
  if (typeof answer.body === 'function') answer.body(stream);
  // The timer goes with the stream: the process must not wait for it.
  stream.end();
  assert.not.ok(exchange.signal.aborted);
});

test.run();

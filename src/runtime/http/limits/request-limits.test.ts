import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { HttpExchange } from '../../web/exchange.ts';
import { isPreflight } from '../headers/cors.ts';
import type { RequestTarget } from '../router.ts';
import { createRateGate } from './request-limits.ts';
import { MemoryCounterStore } from './counter-store.ts';

/** What gates look at. */
const exchangeOf = (parts: { path?: string; method?: string; headers?: Readonly<Record<string, string>> }): HttpExchange =>
  Object.assign(Object.create(null) as HttpExchange, {
    path: parts.path ?? '/mcp',
    method: parts.method ?? 'POST',
    peerAddress: '192.0.2.1',
    header: (name: string) => parts.headers?.[name],
  });

test('[S5.8.global] requests are counted, except those of sign-in and those that must never be locked out', async () => {
  const counted = async (path: string, target: RequestTarget): Promise<boolean> => {
    const gate = createRateGate({ maxRequests: 1, windowMs: 60_000, partitionBy: 'ip' }, { store: new MemoryCounterStore(), now: () => 0 });
    const exchange = exchangeOf({ path });
    const answers = [await gate(exchange, target), await gate(exchange, target)];
    assert.is(answers[0], undefined, path);
    return answers[1]?.status === 429;
  };
  assert.ok(await counted('/mcp', { kind: 'endpoint', unlimited: false }));
  assert.ok(await counted('/else', { kind: 'unknown', unlimited: false }));
  assert.ok(await counted('/oauth/token', { kind: 'endpoint', unlimited: false }), 'an endpoint of that name is one');
  assert.not.ok(await counted('/oauth/token', { kind: 'route', unlimited: false }));
  assert.not.ok(await counted('/healthz', { kind: 'route', unlimited: true }));
});

test('[D2.cors.preflight] a preflight is OPTIONS of a page that names a method', () => {
  const asked = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
  assert.ok(isPreflight(exchangeOf({ method: 'OPTIONS', headers: asked })));
  assert.not.ok(isPreflight(exchangeOf({ method: 'POST', headers: asked })));
  for (const left of ['origin', 'access-control-request-method'] as const)
    assert.not.ok(isPreflight(exchangeOf({ method: 'OPTIONS', headers: { [left]: asked[left] } })), left);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serveSmall } from '../../../../test/support/serve-small.ts';
import { initializeBody, legacyBody, legacyHeaders } from '../../../../test/support/wire-client.ts';
import { FetchExchange } from '../../hosts/fetch-exchange.ts';
import * as keptLimits from '../../options/kept-limits.ts';

const callBytes = 16_384;

test('[I15.totals.session-calls] calls that run have a share of one address, and their end makes room', async () => {
  const { application, run } = await serveSmall({ SERVICE_HTTP_ENTRY_PATH: '/mcp' });
  const ask = async (address: string, { body, method = 'POST', session }: { body?: string; method?: string; session?: string }) => {
    const headers = { ...legacyHeaders, host: 'localhost', ...(session === undefined ? {} : { 'mcp-session-id': session }) };
    const request = new Request('http://localhost/mcp', { method, headers, ...(body === undefined ? {} : { body }) });
    return application.handle(new FetchExchange(request, () => address));
  };
  const open = async (version: string): Promise<string> => {
    const { headers } = await ask('192.0.2.1', { body: initializeBody(version) });
    return String(headers['mcp-session-id']);
  };
  const session = await open('2025-03-26');
  const call = (id: number): string => legacyBody('tools/call', { name: 'wait' }, id);
  const batch = `[${Array.from({ length: 64 }, (_, at) => call(at + 10_000)).join()}]`;
  const calls = Array.from({ length: keptLimits.runningCalls.share / callBytes }, (_, id) => ask('192.0.2.1', { session, body: call(id) }));
  // Asked behind them: each has begun.
  const list = legacyBody('tools/list', {}, 'last');
  const refused = await ask('192.0.2.1', { session, body: list });
  assert.equal([refused.status, refused.headers['retry-after'], refused.body], [503, '5', '{"error":"too many calls are running"}']);
  assert.is((await ask('192.0.2.1', { session, body: batch })).status, 503);
  assert.is((await ask('192.0.2.2', { session, body: list })).status, 200);
  await ask('192.0.2.1', { session, method: 'DELETE' });
  await Promise.all(calls);
  const next = await open('2025-03-26');
  assert.is((await ask('192.0.2.1', { session: next, body: list })).status, 200);
  for (let at = 0; at < 40; at++) {
    const pings = `[${Array.from({ length: 64 }, (_, id) => legacyBody('ping', {}, id)).join()}]`;
    assert.is((await ask('192.0.2.1', { session: next, body: pings })).status, 200);
  }
  await run.stop(0);
});

test.run();

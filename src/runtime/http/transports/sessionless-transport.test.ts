import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { prompt, tool } from '@service/sdk/define';
import { openEnvelopeClient } from '../../../../test/support/envelope-client.ts';
import { anonymousCaller } from '../../define/create-auth-context.ts';
import type { RpcMessage } from '../../mcp/json-rpc.ts';
import { revision20250326 } from '../../mcp/revisions/2025-03-26.ts';
import { revision20251125 } from '../../mcp/revisions/2025-11-25.ts';
import { revision20260728 } from '../../mcp/revisions/2026-07-28.ts';
import type { JsonObject } from '../../model/index.ts';
import type { HttpAnswer, HttpExchange } from '../../web/exchange.ts';
import { createSessionlessTransport } from './sessionless-transport.ts';

const count = tool({ name: 'count', description: 'Counts.' })((_input, ctx) => {
  ctx.progress(1, 2);
  return 'counted';
});
const greet = prompt({ name: 'greet', description: 'Greets.' })(() => 'Hello');

const client = await openEnvelopeClient(
  { tools: [count], prompts: [greet] },
  { features: [], revisions: [revision20260728, revision20251125, revision20250326] },
);
const transport = createSessionlessTransport(client.application.mcp);

const exchangeOf = (headers: Readonly<Record<string, string>>): HttpExchange => ({
  method: 'POST',
  path: '/mcp',
  query: '',
  secure: false,
  signal: new AbortController().signal,
  header: (name) => headers[name],
  eachHeader: () => undefined,
  text: () => '',
  bytes: () => new Uint8Array(),
});

const post = (message: RpcMessage, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> =>
  transport.post({ exchange: exchangeOf(headers), auth: anonymousCaller }, message);
const request = (method: string, params: JsonObject = {}): RpcMessage => ({ kind: 'request', id: 1, method, params });

interface Wire {
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What a client reads: one JSON text, or the messages of a stream. */
function read({ body }: HttpAnswer): readonly Wire[] | Promise<readonly Wire[]> {
  if (typeof body === 'string') return [JSON.parse(body) as Wire];
  if (typeof body !== 'function') return [];
  return new Promise((resolve) => {
    const chunks: string[] = [];
    const ends: (() => void)[] = [];
    body({
      write: (chunk) => chunks.push(String(chunk)) > 0,
      end: () => {
        for (const end of ends) end();
        resolve(
          chunks
            .join('')
            .match(/(?<=data: ).+/g)
            ?.map((text) => JSON.parse(text) as Wire) ?? [],
        );
      },
      ended: false,
      whenDrained: () => Promise.resolve(),
      onEnd: (listener) => void ends.push(listener),
    });
  });
}

test('[S5.2.sessionless] initialize offers only methods that need no session stream; messages that are not requests are accepted', async () => {
  const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const [{ result } = {}] = await read(await post(request('initialize', opening)));
  assert.is(result?.['protocolVersion'], '2025-11-25');
  assert.equal(result?.['capabilities'], { tools: {}, prompts: {} });
  assert.is((await post({ kind: 'notification', method: 'notifications/initialized', params: {} })).status, 202);
  const caller = { exchange: exchangeOf({}), auth: anonymousCaller };
  assert.equal([(await transport.get(caller)).status, (await transport.delete(caller)).status], [405, 405]);
});

test('[S5.2.sessionless] each request stands alone, in the revision of its header', async () => {
  const versions: readonly Readonly<Record<string, string>>[] = [
    {},
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-protocol-version': ' 2025-03-26 ' },
  ];
  for (const headers of versions) {
    const [{ result } = {}] = await read(await post(request('tools/list'), headers));
    assert.match(JSON.stringify(result?.['tools']), '"name":"count"');
  }
  const refused = await post(request('tools/list'), { 'mcp-protocol-version': '1999-01-01' });
  assert.equal([refused.status, (await read(refused))[0]?.error?.message], [400, 'Bad Request: Unsupported protocol version']);
  for (const method of ['resources/subscribe', 'resources/unsubscribe', 'logging/setLevel']) {
    const [{ error } = {}] = await read(await post(request(method, { uri: 'u', level: 'info' })));
    assert.equal([error?.code, error?.message], [-32601, `${method} needs a session, and this server keeps none`]);
  }
});

test('[S5.2.sessionless] progress reaches clients that read streams and asked for it', async () => {
  const call = (params: JsonObject, accept?: string) =>
    post(request('tools/call', { name: 'count', arguments: {}, ...params }), accept === undefined ? {} : { accept }).then(read);
  const wanted = { _meta: { progressToken: 't' } };
  assert.is((await call(wanted)).length, 2);
  assert.is((await call(wanted, 'application/json, text/event-stream')).length, 2);
  assert.is((await call(wanted, 'application/json')).length, 1);
  assert.is((await call({})).length, 1);
  assert.is((await call({ _meta: null })).length, 1, 'what is no object asks for nothing');
});

test.run();

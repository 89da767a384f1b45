import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SessionConnection } from './session-connection.ts';

test('[cli-program.login.hostile] a server that asks without end and takes no answer does not fill the memory with answers', async () => {
  const waiting: (() => void)[] = [];
  const stream: { write?: (message: object) => void } = {};
  const answers = async (_url: unknown, { body, method }: RequestInit = {}): Promise<Response> => {
    const { method: asked, result } = JSON.parse(typeof body === 'string' ? body : '{}') as { method?: string; result?: object };
    if (result !== undefined) await new Promise<void>((resolve) => waiting.push(resolve));
    if (asked === 'initialize') {
      const message = { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-11-25', serverInfo: {}, capabilities: {} } };
      return Response.json(message, { headers: { 'mcp-session-id': 'a' } });
    }
    if (method !== 'GET') return new Response(null, { status: 202 });
    const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      stream.write = (message) =>
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`));
    };
    return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'text/event-stream' } });
  };
  let heard = (): void => undefined;
  const connection = await SessionConnection.open(
    { url: new URL('http://127.0.0.1/mcp'), token: async () => undefined, signInHint: '', fetch: answers },
    {
      introduction: { clientInfo: { name: 'a', version: '1' }, capabilities: {} },
      listener: { notified: () => heard(), asked: () => Promise.resolve({}) },
      signal: new AbortController().signal,
    },
  );
  const ask = async (count: number): Promise<void> => {
    const told = new Promise<void>((resolve) => (heard = resolve));
    for (let id = 0; id < count; id++) stream.write?.({ id, method: 'ping' });
    stream.write?.({ method: 'notifications/tools/list_changed' });
    await told;
    for (let turns = 0; turns < 10; turns++) await turn();
  };
  await ask(1000);
  assert.is(waiting.length, 100);
  waiting.splice(0).forEach((take) => take());
  for (let turns = 0; turns < 10; turns++) await turn();
  await ask(5);
  assert.is(waiting.length, 5, 'a server that takes them gets answers again');
  await connection.close();
});

test.run();

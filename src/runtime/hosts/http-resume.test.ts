import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { door, ResumingServer } from '../../../test/support/resuming-server.ts';
import { serveSmall, type Served } from '../../../test/support/serve-small.ts';
import { initializeBody, legacyBody, legacyHeaders, openStream, send } from '../../../test/support/wire-client.ts';

const test = suite<{ served: Served }>('resumed streams');

test.before(async (context) => {
  context.served = await serveSmall({}, { server: ResumingServer });
});
test.after(async (context) => {
  await context.served.run.stop(0);
});

async function open(port: number, version = '2025-11-25') {
  const answer = await send({ port, headers: legacyHeaders, body: initializeBody(version) });
  return { ...legacyHeaders, 'mcp-session-id': String(answer.headers['mcp-session-id']) };
}

const leave = legacyBody('tools/call', { name: 'leave', _meta: { progressToken: 'p' } }, 7);
const get = (port: number, headers: Record<string, string>, lastEventId?: string) =>
  openStream({ port, method: 'GET', headers: { ...headers, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) } });

test('[MCP11.polling] a call leaves its stream after a priming event and a retry field; a returning client gets the rest', async ({
  served,
}) => {
  const headers = await open(served.port);
  const first = await send({ port: served.port, headers, body: leave });
  const [priming = '', progress = '', retry = ''] = first.text.split('\n\n');
  assert.match(priming, /^id: \d+-0\ndata:$/);
  assert.match(progress, /^id: \d+-1\nevent: message\ndata: .*"progress":1/);
  assert.is(retry, 'retry: 250');
  const lastSeen = /^id: (\S+)/.exec(progress)?.[1] ?? '';
  const stream = await get(served.port, headers, lastSeen);
  assert.match(JSON.stringify(await stream.next()), '"progress":2');
  door.opened();
  assert.match(JSON.stringify(await stream.next()), '"progress":3');
  const answer = await stream.next();
  assert.is(answer?.id, 7);
  assert.match(JSON.stringify(answer), 'left');
  assert.is(await stream.next(), undefined);
  const again = await get(served.port, headers, lastSeen);
  assert.match(JSON.stringify(await again.next()), '"progress":2', 'what was sent is kept after the end');
  again.close();
});

test('[MCP.resume.own-stream] only later events of the stream that the id names are replayed, to its session alone', async ({ served }) => {
  const headers = await open(served.port);
  const background = await get(served.port, headers);
  const call = send({ port: served.port, headers, body: leave });
  const answered = await call;
  await send({ port: served.port, headers, body: legacyBody('tools/call', { name: 'touch' }, 8) });
  assert.match(JSON.stringify(await background.next()), 'list_changed');
  background.close();
  const id = /^id: (\S+)/.exec(answered.text)?.[1] ?? '';
  const stream = await get(served.port, headers, id);
  assert.match(JSON.stringify(await stream.next()), '"progress":1');
  assert.match(JSON.stringify(await stream.next()), '"progress":2');
  door.opened();
  assert.match(JSON.stringify(await stream.next()), '"progress":3');
  assert.match(JSON.stringify(await stream.next()), 'left');
  const foreign = await open(served.port);
  for (const bad of [id, '99-0', 'x', '-1', '1-99'])
    assert.is((await send({ port: served.port, method: 'GET', headers: { ...foreign, 'last-event-id': bad } })).status, 400, bad);
});

test('[MCP.resume.background] what the session’s own stream missed is replayed', async ({ served }) => {
  const headers = await open(served.port);
  const stream = await get(served.port, headers);
  const touch = () => send({ port: served.port, headers, body: legacyBody('tools/call', { name: 'touch' }, 1) });
  await touch();
  await stream.next();
  stream.close();
  await touch();
  await touch();
  const resumed = await get(served.port, headers, '1-1');
  for (let count = 0; count < 2; count++) assert.match(JSON.stringify(await resumed.next()), 'list_changed');
  await send({ port: served.port, method: 'DELETE', headers });
  assert.is(await resumed.next(), undefined, 'the end of the session ends its streams');
  assert.is((await send({ port: served.port, method: 'GET', headers: { ...headers, 'last-event-id': '1-1' } })).status, 404);
});

test('[MCP11.priming] older revisions get no event without data, and their calls do not leave', async ({ served }) => {
  const headers = await open(served.port, '2025-06-18');
  const stream = await openStream({ port: served.port, headers, body: leave });
  await stream.next();
  await stream.next();
  door.opened();
  await stream.next();
  assert.match(JSON.stringify(await stream.next()), 'stayed');
});

test.run();

/* Who leaves a built server early: what was held for the answer is let go, neither before the work is over nor never. */
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { bootHttp } from '../support/boot/node.ts';
import type { HttpBoot } from '../support/boot/node.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { initializeBody, legacyBody, legacyHeaders, modernRequest, openStream, send } from '../support/wire-client.ts';

const main = `
import { Service, tool } from '@service/sdk';
let letGo: (() => void) | undefined;
const untilLetGo = (what: string) => new Promise<void>((resolve) => {
  letGo = resolve;
  console.error(what + ' BEGAN');
});
const echo = tool({ name: 'echo', description: 'Answers.' })(() => 'echoed');
const late = tool({ name: 'late', description: 'Says something only at its end.' })(async (_input, ctx) => {
  await untilLetGo('late');
  ctx.progress(1, 2);
  console.error('late ENDS');
  return 'late';
});
const early = tool({ name: 'early', description: 'Says something at once.' })(async (_input, ctx) => {
  ctx.progress(1, 2);
  await untilLetGo('early');
  console.error('early ENDS');
  return 'early';
});
const deaf = tool({ name: 'deaf', description: 'Does not hear that its caller left.' })(async () => {
  await untilLetGo('deaf');
  console.error('deaf ENDS');
  return 'deaf';
});
const endless = async (): Promise<Response> => {
  await untilLetGo('endless');
  return new Response(new ReadableStream({ pull: () => new Promise(() => undefined), cancel: () => console.error('endless CANCELLED') }));
};
@Service({
  info: { name: 'guarded', version: '1.0.0' },
  tools: [echo, late, early, deaf],
  throttle: { globalConcurrency: { maxConcurrent: 1 } },
  http: {
    routes: [
      { method: 'GET', path: '/endless', handler: endless },
      { method: 'POST', path: '/let-go', handler: () => (letGo?.(), new Response(null, { status: 204 })) },
    ],
  },
})
export default class Server {}
`;

const project = copyFixture('guarded', { 'src/main.ts': main });
let boot: HttpBoot;
let port = 0;

test.before(async () => {
  const compiled = requestOf(project.root, 'guarded');
  const folder = join(project.root, 'dist', 'node');
  await writeOutput(compiled, (await bundleOf(compiled)).result, folder);
  boot = await bootHttp({ folder, name: 'guarded' });
  port = Number(new URL(boot.url).port);
});
test.after(async () => {
  await boot.stop();
  project.remove();
});

const said = (text: string): Promise<true> => boot.until(() => boot.output.stderr.includes(text) || undefined);
const letGo = () => send({ port, path: '/let-go' });
const call = async (): Promise<number> =>
  (await send({ port, path: '/mcp', ...modernRequest('tools/call', { name: 'echo', arguments: {} }) })).status;

/** A call of 2025-11-25, which goes on when its client leaves. */
async function sessionCall(name: string): Promise<{ path: string; headers: Record<string, string>; body: string }> {
  const opened = await send({ port, path: '/mcp', headers: legacyHeaders, body: initializeBody() });
  const headers = { ...legacyHeaders, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  return { path: '/mcp', headers, body: legacyBody('tools/call', { name, arguments: {}, _meta: { progressToken: 'p' } }, 1) };
}

function abandon({ body, ...options }: { path: string; method: string; headers?: Record<string, string>; body?: string }): () => void {
  const sent = request({ host: '127.0.0.1', port, agent: false, ...options });
  sent.on('error', () => undefined);
  sent.end(body);
  return () => sent.destroy();
}

test('[S5.8.places.gone] a client that left before its call said anything does not keep its place of globalConcurrency', async () => {
  const leave = abandon({ method: 'POST', ...(await sessionCall('late')) });
  await said('late BEGAN');
  assert.is(await call(), 429);
  leave();
  await letGo();
  await said('late ENDS');
  assert.is(await call(), 200);
});

test('[S5.8.places.stream] leaving a stream does not make room while its call goes on', async () => {
  const stream = await openStream({ port, ...(await sessionCall('early')) });
  await stream.next();
  await said('early BEGAN');
  stream.close();
  assert.is(await stream.next(), undefined);
  for (let time = 0; time < 3; time++) assert.is(await call(), 429);
  await letGo();
  await said('early ENDS');
  assert.is(await call(), 200);
});

test('[S5.8.places.settled] [S5.8.places.listen] leaving a call of 2026-07-28 makes no room while its tool goes on, and a header does not either', async () => {
  const { headers, ...another } = await sessionCall('echo');
  const { 'mcp-session-id': _, ...passing } = headers;
  const leave = abandon({ method: 'POST', path: '/mcp', ...modernRequest('tools/call', { name: 'deaf', arguments: {} }) });
  await said('deaf BEGAN');
  leave();
  for (let time = 0; time < 3; time++) assert.is(await call(), 429);
  // Only of 2026-07-28 is the header held against the body.
  for (const older of [headers, passing])
    assert.is((await send({ port, ...another, headers: { ...older, 'mcp-method': 'subscriptions/listen' } })).status, 429);
  await letGo();
  await said('deaf ENDS');
  assert.is(await call(), 200);
});

test("[S1.3.routes.gone] the body of a route's answer is cancelled when its client left before the answer", async () => {
  const leave = abandon({ method: 'GET', path: '/endless' });
  await said('endless BEGAN');
  leave();
  await letGo();
  await said('endless CANCELLED');
});

test.run();

/* Clients that open with initialize, on bundles that keep no sessions: on Node and on workerd. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectOfficial } from '../../scripts/clients/official-client.ts';
import { writeOutput } from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootHttp, bootStdio } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { initializeBody, legacyBody, legacyHeaders, openStream, send } from '../support/wire-client.ts';

interface Served {
  readonly url: string;
  readonly folder: string;
  stop(): Promise<void>;
}
const test = suite<{ node: Served; worker: Served }>('older revisions without sessions');

const source = `
  import { Service, tool } from '@service/sdk';
  import { z } from 'zod';
  const add = tool({ name: 'add', description: 'Adds.', inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } })(
    ({ a, b }, ctx) => {
      ctx.progress(1, 2);
      return { sum: a + b };
    },
  );
  const ask = tool({ name: 'ask', description: 'Asks.' })(async (_input, ctx) => {
    const { action } = await ctx.elicit('Name?', { name: z.string() });
    return action;
  });
  @Service({ info: { name: 'shared', version: '1.4.0' }, tools: [add, ask], transport: { protocol: 'stateless-api' } })
  export default class SessionlessServer {}
`;

async function serve(target: Target): Promise<Served> {
  const project = copyFixture('shared', { 'src/main.ts': source });
  const request = requestOf(project.root, 'shared');
  const { result } = await bundleOf(request, target);
  const folder = join(project.root, 'dist', target.name);
  await writeOutput(request, result, folder);
  const served =
    target === nodeTarget ? await bootHttp({ folder, name: 'shared' }) : await bootWorker({ bundle: join(folder, 'index.js') });
  const stop = async (): Promise<void> => {
    await served.stop();
    project.remove();
  };
  return { folder, url: 'url' in served ? served.url : `http://127.0.0.1:${new URL(served.origin).port}/mcp`, stop };
}

test.before(async (context) => {
  const [node, worker] = await Promise.all([serve(nodeTarget), serve(workerTarget)]);
  Object.assign(context, { node, worker });
});
test.after(async ({ node, worker }) => {
  await Promise.all([node.stop(), worker.stop()]);
});

const to = ({ url }: Served) => ({ port: Number(new URL(url).port), path: new URL(url).pathname });

async function post(served: Served, body: string, version = '2025-11-25') {
  const answer = await send({ ...to(served), headers: { ...legacyHeaders, 'mcp-protocol-version': version }, body });
  return { ...answer, message: answer.text === '' ? undefined : (JSON.parse(answer.text) as Message) };
}
interface Message {
  readonly result: { readonly [key: string]: unknown };
  readonly error: { readonly code: number; readonly message: string };
}

for (const target of ['node', 'worker'] as const) {
  test(`[S5.2.sessionless] on ${target}: the official client of older revisions connects, lists and calls`, async (context) => {
    const client = await connectOfficial('sdk 1.x', { kind: 'http', url: context[target].url });
    assert.equal(
      (await client.listTools()).tools.map(({ name }) => name),
      ['add', 'ask'],
    );
    assert.equal((await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).structuredContent, { sum: 3 });
    await client.close();
  });

  test(`[S5.2.sessionless] on ${target}: no session id, no capability that needs one, and refusals that say so`, async (context) => {
    const served = context[target];
    const opened = await post(served, initializeBody('2025-11-25', { elicitation: {} }));
    assert.equal([opened.status, opened.headers['mcp-session-id']], [200, undefined]);
    assert.equal(opened.message?.result['capabilities'], { tools: {} });
    assert.is(opened.message?.result['protocolVersion'], '2025-11-25');
    assert.is((await post(served, legacyBody('notifications/initialized'))).status, 202);
    for (const method of ['resources/subscribe', 'resources/unsubscribe', 'logging/setLevel']) {
      const { error } = (await post(served, legacyBody(method, { uri: 'a://b', level: 'info' }, 1))).message ?? {};
      assert.equal([error?.code, error?.message], [-32601, `${method} needs a session, and this server keeps none`]);
    }
    const asked = await post(served, legacyBody('tools/call', { name: 'ask', arguments: {} }, 2));
    assert.match(asked.text, 'elicitation/create needs a session, and this server keeps none');
    assert.is((await post(served, legacyBody('ping', {}, 3), '1999-01-01')).status, 400);
    assert.is((await post(served, `[${legacyBody('ping', {}, 4)}]`, '2025-03-26')).status, 400);
    for (const method of ['GET', 'DELETE']) {
      const refused = await send({ ...to(served), method, headers: legacyHeaders });
      assert.equal([refused.status, refused.headers['allow']], [405, 'POST']);
    }
  });

  test(`[S5.2.sessionless] on ${target}: a call reports progress on its own stream`, async (context) => {
    const params = { name: 'add', arguments: { a: 1, b: 2 }, _meta: { progressToken: 'p' } };
    const headers = { ...legacyHeaders, 'mcp-protocol-version': '2025-06-18' };
    const stream = await openStream({ ...to(context[target]), headers, body: legacyBody('tools/call', params, 5) });
    assert.is((await stream.next())?.['method'], 'notifications/progress');
    assert.match(JSON.stringify(await stream.next()), '"sum":3');
  });
}

test('[S5.2.sessionless.stdio] over stdio the process is one conversation, which such a client opens', async ({ node }) => {
  const stdio = bootStdio({ folder: node.folder, name: 'shared' });
  const opened = await stdio.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  });
  assert.is(Reflect.get(Object(Reflect.get(opened, 'result')), 'protocolVersion'), '2025-11-25');
  assert.match(JSON.stringify(await stdio.request('tools/list')), '"add"');
  const added = await stdio.request('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
  assert.match(JSON.stringify(added), '"structuredContent":{"sum":5}');
  await stdio.close();
});

test.run();

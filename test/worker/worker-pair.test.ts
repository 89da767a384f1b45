/* The transport of 2024-11-05 on workerd, which ends the timers of a POST with its answer: calls run in the request of the stream. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootWorker, type WorkerBoot } from '../support/boot/worker.ts';
import { bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { openPair, type PairClient } from '../support/pair-client.ts';
import { initializeBody, legacyBody } from '../support/wire-client.ts';

interface Context {
  readonly project: ReturnType<typeof copyFixture>;
  readonly bundle: string;
  readonly worker: WorkerBoot;
}
const test = suite<Context>('the pair of 2024-11-05 on a worker');

const tools = `
const clock = tool({ name: 'clock', description: 'Waits on a timer.' })(async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return 'waited';
});
const wait = tool({ name: 'wait', description: 'Runs until it is cancelled.' })(
  (_input, ctx) =>
    new Promise((resolve) => {
      ctx.signal.addEventListener('abort', () => resolve('cancelled'));
      ctx.progress(1, 2);
      setTimeout(resolve, 60_000);
    }),
);
const ask = tool({ name: 'ask', description: 'Asks for a name.' })(async (_input, ctx) => {
  const answer = await ctx.elicit('Name?', { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] });
  await new Promise((resolve) => setTimeout(resolve, 20));
  return \`hello \${answer.content?.name} from \${ctx.context.metadata.userAgent}\`;
});
`;

test.before(async (context) => {
  const project = copyFixture('calculator');
  const main = join(project.root, 'src/main.ts');
  const source = readFileSync(main, 'utf8')
    .replace("Service } from '@service/sdk'", "Service, tool } from '@service/sdk'")
    .replace('tools: [', 'tools: [clock, wait, ask, ')
    .replace(/\n@App/, `${tools}\n@App`)
    .replace('apps: [Calculator] })', 'apps: [Calculator], throttle: { globalConcurrency: { maxConcurrent: 2 } } })');
  writeFileSync(main, source);
  const request = requestOf(project.root, 'calculator', { variables: { SERVICE_LOG_LEVEL: 'warn' } });
  const { result } = await bundleOf(request, workerTarget);
  const folder = join(project.root, 'dist');
  await writeOutput(request, result, folder);
  const bundle = join(folder, 'index.js');
  Object.assign(context, { project, bundle, worker: await bootWorker({ bundle }) });
});

test.after(async ({ project, worker }) => {
  await worker.stop();
  project.remove();
});

async function open(worker: WorkerBoot): Promise<PairClient> {
  const headers = { 'user-agent': 'old-client/1', 'content-type': 'application/json' };
  const pair = await openPair(Number(new URL(worker.origin).port), '/mcp', headers);
  assert.is((await pair.post(initializeBody('2025-06-18', { elicitation: {} }))).status, 202);
  assert.match(JSON.stringify(await pair.next()), '"protocolVersion":"2025-06-18"');
  return pair;
}

async function call(pair: PairClient, name: string, id: number): Promise<void> {
  const answer = await pair.post(legacyBody('tools/call', { name, arguments: {}, _meta: { progressToken: 'p' } }, id));
  assert.is(answer.status, 202, answer.text);
}

test('[D2.sse.worker] a call that waits on a timer is answered, again and again under a limit of two at once', async ({ worker }) => {
  const pair = await open(worker);
  for (const id of [1, 2, 3, 4]) {
    await call(pair, 'clock', id);
    const answer = await pair.next();
    assert.is(answer?.id, id);
    assert.match(JSON.stringify(answer), 'waited');
  }
  pair.close();
});

test('[D2.sse.worker] [MCP.cancel.no-answer] a cancellation and an answer to a question reach the call', async ({ bundle }) => {
  // A worker of its own: what workerd says of other tests' abandoned streams may come late and is not about this call.
  const worker = await bootWorker({ bundle });
  const pair = await open(worker);
  await call(pair, 'wait', 1);
  assert.is((await pair.next())?.['method'], 'notifications/progress');
  assert.is((await pair.post(legacyBody('notifications/cancelled', { requestId: 1 }))).status, 202);
  // The cancelled call is not answered.
  await call(pair, 'ask', 2);
  const question = await pair.next();
  assert.is(question?.['method'], 'elicitation/create');
  const answer = JSON.stringify({ jsonrpc: '2.0', id: question?.id, result: { action: 'accept', content: { name: 'Ada' } } });
  assert.is((await pair.post(answer)).status, 202);
  assert.match(JSON.stringify(await pair.next()), 'hello Ada from old-client/1');
  assert.is(worker.output.text, '', 'nothing went wrong in between');
  pair.close();
  await worker.stop();
});

test('[D2.sse.worker] a message for a stream that is gone is refused with 404', async ({ worker }) => {
  const pair = await open(worker);
  pair.close();
  // The platform notices the end of a stream a moment later.
  let answer = await pair.post(legacyBody('ping', {}, 1));
  while (answer.status === 202) answer = await pair.post(legacyBody('ping', {}, 1));
  assert.is(answer.status, 404);
  assert.match(answer.text, 'invalid session id');
});

test.run();

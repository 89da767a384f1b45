/* Guards of the product against scripts of models. `npm run attacks -- --only model-origin` has every store and host, and takes the guards out. */
import { type Context as NoContext, suite } from 'uvu';
import * as assert from 'uvu/assert';
import { modelAttacks } from './model-attacks.ts';
import { runScript } from './model-attack.ts';
import { unchosen } from './model-server.ts';
import { runModelAttacks, sceneOf, startModelled } from './run-model-attacks.ts';

interface Context extends NoContext {
  readonly started: Awaited<ReturnType<typeof startModelled>>;
}
const test = suite<Context>('attacks of models');

test.before(async (context) => {
  Object.assign(context, { started: await startModelled() });
});
test.after(async ({ started }) => {
  await started?.end();
});

for (const era of ['stateless', 'session'] as const)
  test(`[PX11.origin] consent is asked when a script calls (${era})`, async ({ started: { server } }) => {
    const scene = await sceneOf(server, era);
    const script = `return [(await callTool("plain")).got, (await callTool("${unchosen}", {}, { throwOnError: false })).error.code]`;
    assert.equal((await runScript(scene, 'mallory', script))['result'], ['SECRET plain', 'TOOL_NOT_CONSENTED']);
  });

test('[PX11.origin] [PX11.owners] no script gets past a guard', async ({ started: { server } }) => {
  const outcomes = await runModelAttacks({}, server);
  assert.equal(
    outcomes.filter(({ outcome }) => outcome === 'succeeded'),
    [],
  );
  assert.is(new Set(outcomes.map(({ name }) => name)).size, modelAttacks.length, 'every row has a name of its own');
});

test.run();

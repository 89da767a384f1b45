/* The same declarations become the same server, whichever steps a bundle has; it lacks them only where its model says that it may. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { App, constructWith, inject, Plugin, prompt, resource, resourceTemplate, Service, tool } from '../../define/index.ts';
import { collect, serverModelOf } from '../../entries/index.ts';
import { createPlugins } from '../../plugins/index.ts';
import { silentLogger } from '../../std/index.ts';
import { adapterSteps, assemble, type AssemblySteps, loggingOf, optionSteps } from './assemble.ts';

const echo = (name: string) => tool({ name })(() => name);

@App({ name: 'First', tools: [echo('b'), echo('a')], output: { allowNonFinite: true } })
class First {}

@App({
  name: 'Second',
  resources: [resource({ name: 'r', uri: 'x://r' })(() => 'r'), resourceTemplate({ name: 't', uriTemplate: 'x://{id}' })(() => 't')],
  prompts: [prompt({ name: 'p' })(() => 'p')],
})
class Second {}

@Service({ info: { name: 's', version: '1' }, tools: [echo('own')], apps: [First, Second], output: {} })
class Server {}

const open: AssemblySteps = { adapters: adapterSteps, createPlugins, options: optionSteps };
const settled: AssemblySteps = { createPlugins };
const plain: AssemblySteps = {};

const given = async () => ({
  constants: { model: serverModelOf(await collect(Server)).model },
  logger: silentLogger,
});

test('a server is the same with all steps, without those of options, and without any', async () => {
  const [most, middle, least] = await Promise.all(
    [open, settled, plain].map(async (steps) => assemble(Server, { ...(await given()), steps })),
  );
  const shown = (of: typeof most) => ({
    model: of?.model,
    declared: of?.declared,
    entries: of?.entries.map(({ collected, model }) => [model.id, collected.kind, collected.declaration, collected.outputOptions]),
  });
  assert.is(most?.entries.length, 6);
  assert.equal(shown(middle), shown(most));
  assert.equal(shown(least), shown(most));
});

test('[P5.start.settled] entries that the model of the build does not have stop a server without steps too', async () => {
  const { constants, ...rest } = await given();
  const model = { ...constants.model, tools: constants.model.tools.slice(1) };
  for (const steps of [settled, plain]) {
    const failure = await assemble(Server, { ...rest, constants: { model }, steps }).then(() => 'started', String);
    assert.match(failure, /model does not have the tool/);
  }
});

test('[plugins.planned] a plugin that the build did not see stops a server that was built without plugins', async () => {
  const { constants, ...rest } = await given();
  class Late {}
  Plugin({ name: 'late' })(Late);
  const Changed = class {};
  Service({ info: { name: 's', version: '1' }, tools: [echo('own')], apps: [First, Second], plugins: [Late] })(Changed);
  const failure = await assemble(Changed, { ...rest, constants, steps: plain }).then(() => 'started', String);
  assert.match(failure, 'the server lists the plugin "late" at this start, other than when the server was built');
});

test('log settings are read once: at start from the options, or at build', async () => {
  const Loud = class {};
  const logging = { level: 'debug', prefix: 'p', enableConsole: false } as const;
  const hidden = { redactFields: ['PIN'], includeStacks: false };
  Service({ info: { name: 'l', version: '1' }, tools: [echo('a')], logging, observability: { logging: hidden } })(Loud);
  const expected = { level: 'debug', levelInCode: true, prefix: 'p', console: false, redactFields: ['pin'], stacks: false };
  assert.equal(loggingOf(Loud, {}, open), expected);
  const { model } = serverModelOf(await collect(Loud));
  for (const steps of [settled, plain]) assert.equal(loggingOf(Server, { model }, steps), expected);
  assert.equal(loggingOf(Server, {}, open), { level: 'info' });
});

test('without providers every token is unknown, with the text of the container', async () => {
  const [most, least] = await Promise.all([open, plain].map(async (steps) => assemble(Server, { ...(await given()), steps })));
  const asked = (of: typeof most): string[] => {
    const view = of?.container.view([]);
    class Asking {
      readonly weather = inject<unknown>('weather');
    }
    return [() => view?.get('weather'), () => view && constructWith({ resolver: view }, Asking, [])].map((ask) => {
      try {
        return String(ask());
      } catch (failure) {
        return String(failure);
      }
    });
  };
  assert.match(asked(least)[0] ?? '', /Provider "weather" is not registered/);
  assert.equal(asked(least), asked(most));
  assert.is(least?.container.view([]).tryGet('weather'), undefined);
});

test('options are checked alone where they are decided at start', async () => {
  const Faulty = class {};
  Service({ info: { name: 'f', version: '1' }, tools: [echo('a'), echo('a')] })(Faulty);
  const failure = await optionSteps.check(Faulty, {}).then(() => 'good', String);
  assert.match(failure, /"a"/);
  assert.is(await optionSteps.check(Server, {}), undefined);
});

test.run();

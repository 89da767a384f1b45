import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Adapter, app, clearAdapterNames, connect, create, DynamicAdapter, Provider, tool, type CreateConfig } from '@service/sdk';

@Adapter({ name: 'greetings' })
class Greetings extends DynamicAdapter<{ name: string }> {
  fetch() {
    return { tools: [tool({ name: 'hello', description: 'Greets.' })(() => 'hello')] };
  }
}

@Adapter({ name: 'farewells' })
class Farewells extends DynamicAdapter<{ name: string }> {
  fetch() {
    return { tools: [tool({ name: 'bye', description: 'Leaves.' })(() => 'bye')] };
  }
}

@Provider({ name: 'broken' })
class Broken {
  constructor() {
    throw new Error('cannot be built');
  }
}

const named = (name: string, more: Partial<CreateConfig>): CreateConfig => ({
  info: { name, version: '1.0.0' },
  logging: { level: 'off' },
  ...more,
});
const greeting = (name: string, adapter: string): CreateConfig => named(name, { adapters: [Greetings.init({ name: adapter })] });

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('must be refused');
    },
    (failure: Error) => failure,
  );

test('[D2.plugins.adapter-duplicate] two running servers of a process cannot have an adapter of one class and name', async () => {
  const first = await create(greeting('first', 'api'));
  try {
    const refused = await failureOf(create(greeting('second', 'api')));
    assert.is(refused.message, "Duplicate adapter name 'api' for Greetings");
    assert.match(
      String(refused.cause),
      /the server "first" of this process has it: name one of them otherwise, or close that server first/,
    );
    const inApp = named('third', { apps: [app({ name: 'inner', adapters: [Greetings.init({ name: 'api' })] })] });
    assert.match((await failureOf(create(inApp))).message, /^Duplicate adapter name/);
    await (await create(greeting('fourth', 'other'))).dispose();
    await (await create(named('fifth', { adapters: [Farewells.init({ name: 'api' })] }))).dispose();
  } finally {
    await first.dispose();
  }
  await (await create(greeting('second', 'api'))).dispose();
});

test('[D2.plugins.adapter-duplicate] one server may be opened several times, and the last that ends frees its names', async () => {
  const config = greeting('same', 'api');
  const [one, other] = [await connect(config), await connect(config)];
  await one.close();
  assert.match((await failureOf(create(greeting('second', 'api')))).message, /^Duplicate adapter name/);
  await other.close();
  await (await create(greeting('second', 'api'))).dispose();
});

test('[D2.plugins.adapter-duplicate] a start that fails frees the names that it took', async () => {
  const adapters = [Farewells.init({ name: 'kept' }), Greetings.init({ name: 'api' })];
  assert.match((await failureOf(create(named('first', { adapters, providers: [Broken] })))).message, /cannot be built/);
  const holder = await create(greeting('holder', 'api'));
  // The first of its names was free, the second was not.
  assert.match((await failureOf(create(named('both', { adapters })))).message, /'api' for Greetings/);
  await (await create(named('only', { adapters: [Farewells.init({ name: 'kept' })] }))).dispose();
  await holder.dispose();
});

test('[D2.plugins.adapter-duplicate] a test frees all names, and a server that ends later frees none of the new ones', async () => {
  const left = await create(greeting('left', 'api'));
  await clearAdapterNames();
  const next = await create(greeting('next', 'api'));
  await left.dispose();
  assert.match((await failureOf(create(greeting('third', 'api')))).message, /^Duplicate adapter name/);
  await next.dispose();
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  AsyncProvider,
  inject,
  InjectionToken,
  Provider,
  ProviderScope,
  SERVICE_CONTEXT,
  ServiceLogger,
  type AnyClass,
} from '../define/index.ts';
import { DependencyCycleError, ProviderNotAvailableError, ProviderNotRegisteredError, ServiceError } from '../errors/index.ts';
import type { OwnerModel } from '../model/index.ts';
import { silentLogger } from '../std/index.ts';
import { createContainer } from './index.ts';

const server: OwnerModel = { kind: 'server', id: 's' };
const appA: OwnerModel = { kind: 'app', id: 'a' };
const appB: OwnerModel = { kind: 'app', id: 'b' };
const plugin: OwnerModel = { kind: 'plugin', id: 'p' };

const coded = (code: string, text: RegExp) => (error: unknown) =>
  error instanceof ServiceError && error.code === code && text.test(error.message);
const provider = (target: AnyClass, scope: 'global' | 'context' = 'global') => (Provider({ name: target.name, scope })(target), target);
const at = (owner: readonly OwnerModel[], ...items: unknown[]) => items.map((item) => ({ item, owner }));

async function rejects(promise: Promise<unknown>, check: (error: unknown) => boolean): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  assert.ok(check(error), String(error));
}

test('[D4.container.scopes] GLOBAL is one per server, CONTEXT one per request', async () => {
  class One {}
  class Each {
    readonly one = inject(One);
  }
  const container = createContainer({ providers: at([server], provider(One), provider(Each, ProviderScope.REQUEST)) });
  await container.start();
  const [first, second] = [container.view([server, appA]), container.view([server, appB])];
  assert.is(first.get(Each), first.get(Each));
  assert.is.not(first.get(Each), second.get(Each));
  assert.is(first.get(Each).one, second.get(One));
});

test("[D2.plugins.providers-scoped] a plugin's providers stay inside the app that registered it; exports widens", async () => {
  const hidden = new InjectionToken<number>('hidden');
  const shown = new InjectionToken<number>('shown');
  const owner = [server, appA, plugin];
  const container = createContainer({
    providers: at(owner, { provide: hidden, useValue: 1 }, { provide: shown, useValue: 2 }),
    exports: [{ owner, tokens: [shown] }],
  });
  await container.start();
  assert.is(container.view([server, appA]).get(hidden), 1);
  assert.throws(
    () => container.view([server, appB]).get(hidden),
    coded('PROVIDER_NOT_AVAILABLE', /Provider "hidden" is not available: it belongs to .*app "a"/),
  );
  assert.is(container.view([server, appB]).get(shown), 2);
});

test('[I16.names.provider-errors] what keeps a provider from being given is of the class that its name says', async () => {
  class Hidden {}
  class Left {
    readonly right = inject<unknown>(Right);
  }
  class Right {
    readonly left = inject(Left);
  }
  const owner = [server, appA];
  const container = createContainer({ providers: at(owner, provider(Hidden), provider(Left, 'context'), provider(Right, 'context')) });
  await container.start();
  const outside = container.view([server, appB]);
  const thrown = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (failure) {
      return failure;
    }
  };
  const asked = [
    [ProviderNotAvailableError, thrown(() => outside.get(Hidden))],
    [ProviderNotAvailableError, thrown(() => inject(Hidden))],
    [ProviderNotRegisteredError, thrown(() => outside.get('unknown'))],
    [DependencyCycleError, thrown(() => container.view(owner).get(Left))],
  ] as const;
  for (const [Expected, failure] of asked) {
    assert.instance(failure, Expected);
    assert.is(failure instanceof Error ? failure.name : '', new Expected('x').name);
  }
});

test('[D4.container.cycle] a cycle names its path', async () => {
  const [a, b] = [new InjectionToken('A'), new InjectionToken('B')];
  const cycle = at(
    [server],
    { provide: a, useFactory: () => 1, inject: () => [b] },
    { provide: b, useFactory: () => 1, inject: () => [a] },
  );
  await rejects(createContainer({ providers: cycle }).start(), coded('DEPENDENCY_CYCLE', /^Circular dependency detected: A -> B -> A$/));
  class Left {
    readonly right: object = inject(Right);
  }
  class Right {
    readonly left: object = inject(Left);
  }
  await rejects(
    createContainer({ providers: at([server], provider(Left), provider(Right)) }).start(),
    coded('DEPENDENCY_CYCLE', /Left -> Right -> Left/),
  );
});

test('[D4.container.scope-mismatch] a GLOBAL provider cannot ask for a CONTEXT one', async () => {
  class Each {}
  class One {
    readonly each = inject(Each);
  }
  await rejects(
    createContainer({ providers: at([server], provider(Each, 'context'), provider(One)) }).start(),
    coded('INVALID_DEPENDENCY_SCOPE', /"One" asks for "Each"/),
  );
});

test('[D4.container.async] asynchronous factories are done before their values are injected, in any order', async () => {
  const db = new InjectionToken<string>('db');
  class Uses {
    readonly db = inject(db);
  }
  const slow = AsyncProvider({ provide: db, useFactory: () => Promise.resolve('open') });
  const container = createContainer({ providers: at([server], provider(Uses), slow) });
  await container.start();
  assert.is(container.view([server]).get(Uses).db, 'open');
});

test('[D4.container.async-context] awaited providers may need each other, a cycle names its path, and only the requester gets a failure', async () => {
  const awaited = (provide: unknown, useFactory: (...args: never[]) => unknown, ...needs: unknown[]) => ({
    provide,
    scope: ProviderScope.CONTEXT,
    useFactory,
    inject: () => needs,
    awaited: true,
  });
  let calls = 0;
  const items = [
    awaited('second', async (one: string) => `${one} second`, 'first'),
    awaited('first', async () => ((calls += 1), 'first')),
    awaited('left', async () => 'left', 'right'),
    awaited('right', async () => 'right', 'left'),
    awaited('plain', () => 'at once'),
    { provide: 'promise', scope: ProviderScope.CONTEXT, useFactory: () => Promise.resolve(1) },
  ];
  const container = createContainer({ providers: at([server], ...items) });
  await container.start();
  const view = container.view([server, appA]);
  assert.throws(() => view.get('plain'), coded('PROVIDER_NOT_AVAILABLE', /"plain" .* calls of tools, resources and prompts/));
  await view.prepare?.();
  assert.is(view.get('second'), 'first second');
  assert.is(calls, 1);
  assert.is(view.get('plain'), 'at once');
  assert.throws(() => view.get('left'), coded('DEPENDENCY_CYCLE', /left -> right -> left|right -> left -> right/));
  assert.throws(() => view.get('promise'), coded('PROVIDER_NOT_AVAILABLE', /returned a promise: declare it with AsyncProvider/));
});

test('[D4.container.async-context] values built after the end of the call are disposed', async () => {
  const disposed: string[] = [];
  const opened: ((value: object) => void)[] = [];
  const late = { provide: 'late', scope: ProviderScope.CONTEXT, useFactory: async () => new Promise((resolve) => opened.push(resolve)) };
  const container = createContainer({ providers: at([server], late) });
  const view = container.view([server]);
  const building = view.prepare?.();
  void view.disposeAfter?.(undefined, () => disposed.push('failed'));
  opened[0]?.({ dispose: () => disposed.push('late') });
  await building;
  assert.equal(disposed, ['late']);
});

test('[D4.container.async-context] a provider that another of the same token hides is built for what its owner provides', async () => {
  const token = new InjectionToken<string>('tenant');
  class Audit {
    readonly tenant = inject(token);
  }
  const tenant = (name: string) => AsyncProvider({ provide: token, scope: ProviderScope.CONTEXT, useFactory: async () => name });
  const providers = [...at([server], tenant('server'), provider(Audit, 'context')), ...at([server, appA], tenant('app'))];
  const view = createContainer({ providers }).view([server, appA]);
  await view.prepare?.();
  assert.equal([view.get(token), view.get(Audit).tenant], ['app', 'server']);
});

test('[D4.container.built-in-tokens] without a call there is the logger of the server, and no request', async () => {
  class Audit {
    readonly logger = inject(ServiceLogger);
  }
  class Once {
    readonly request = inject(SERVICE_CONTEXT);
  }
  const own = { ...silentLogger };
  const given = (...items: unknown[]) => createContainer({ providers: at([server], ...items), logger: silentLogger });
  const container = given(provider(Audit), { provide: 'asked', inject: () => [ServiceLogger], useFactory: (logger: unknown) => logger });
  await container.start();
  assert.is(container.view([server]).get(Audit).logger, silentLogger);
  assert.is(container.view([server]).get('asked'), silentLogger);
  const overridden = given(provider(Audit), { provide: ServiceLogger, useValue: own });
  await overridden.start();
  assert.is(overridden.view([server]).get(Audit).logger, own);
  await rejects(given(provider(Once)).start(), coded('INVALID_DEPENDENCY_SCOPE', /"SERVICE_CONTEXT" exists only within a request/));
});

test('[D4.container.errors] malformed, missing and failing providers have their own codes', async () => {
  const build = (item: unknown) => () => createContainer({ providers: at([server], item) });
  assert.throws(build({ useValue: 1 }), coded('MISSING_PROVIDE', /provide/));
  assert.throws(build({ provide: 'x', useClass: 1 }), coded('INVALID_USE_CLASS', /"x"/));
  assert.throws(build({ provide: 'x', useFactory: 1 }), coded('INVALID_USE_FACTORY', /"x"/));
  assert.throws(build({ provide: 'x' }), coded('INVALID_USE_VALUE', /"x"/));
  assert.throws(build(class Undecorated {}), coded('INVALID_ENTITY', /Undecorated/));
  assert.throws(() => createContainer({ providers: [] }).view([server]).get('x'), coded('PROVIDER_NOT_REGISTERED', /"x"/));
  const failing = { provide: 'x', useFactory: () => Promise.reject(new Error('no route')) };
  await rejects(createContainer({ providers: at([server], failing) }).start(), coded('PROVIDER_CONSTRUCTION_FAILED', /no route/));
});

test('[D4.container.dispose] close disposes the values it built, last first', async () => {
  const ended: string[] = [];
  class First {
    dispose() {
      ended.push('first');
    }
  }
  class Second {
    readonly first = inject(First);
    dispose() {
      ended.push('second');
    }
  }
  const container = createContainer({ providers: at([server], provider(Second), provider(First)) });
  await container.start();
  await container.close();
  assert.equal(ended, ['second', 'first']);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { modelFromMetadata, collect } from '../entries/index.ts';
import {
  anonymousCaller,
  Adapter,
  app,
  DynamicAdapter,
  DynamicPlugin,
  Plugin,
  Service,
  tool,
  type AnyClass,
  type CallFrame,
  type HookCall,
  type Next,
} from '../define/index.ts';
import { UnenforcedMetadataError } from '../errors/index.ts';
import type { EntryModel, ToolModel, ToolResult } from '../model/index.ts';
import { createContainer } from '../container/index.ts';
import { createPlugins, registerFactoryProviders } from './index.ts';

function serverOf(options: object): AnyClass {
  class Server {}
  Service({ info: { name: 's', version: '1' }, ...options })(Server);
  return Server;
}

const problem = async (options: object): Promise<unknown> => {
  try {
    await modelFromMetadata(serverOf(options));
    return undefined;
  } catch (error) {
    return error;
  }
};
const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const made = (name: string, more: object = {}) => tool({ name, ...more })(() => 1);

@Plugin({ name: 'Extra Tools' })
class Extra extends DynamicPlugin<{ tools?: unknown }> {}

test('[D2.plugins.bare-class] a bare class, init() and init({}) make the same model', async () => {
  const [bare, empty, object] = await Promise.all(
    [Extra, Extra.init(), Extra.init({})].map((plugin) => modelFromMetadata(serverOf({ plugins: [plugin] }))),
  );
  assert.equal(bare, empty);
  assert.equal(bare, object);
});

test('[D2.plugins.list-options] an option named tools is the field only when it is a list', async () => {
  const listed = await modelFromMetadata(serverOf({ plugins: [Extra.init({ tools: [made('x')] })] }));
  assert.equal(
    listed.tools.map(({ id }) => id),
    ['tool:s/extra-tools/x'],
  );
  const option = await modelFromMetadata(serverOf({ plugins: [Extra.init({ tools: { enabled: true } })] }));
  assert.equal(option.tools, []);
});

test('[D2.plugins.unenforced] approval and featureFlag need their plugin, one line per entry; cache and codecall do not', async () => {
  const tools = [made('a', { approval: true }), made('b', { featureFlag: 'beta' }), made('c', { cache: true, codecall: {} })];
  const error = await problem({ tools });
  assert.instance(error, UnenforcedMetadataError);
  assert.equal(
    message(error)
      .split('\n')
      .map((line) => line.split(':')[0]),
    ['tool "a"', 'tool "b"'],
  );
  @Plugin({ name: 'guard', enforces: ['approval', 'featureFlag'] })
  class Guard {}
  assert.is(await problem({ tools, plugins: [Guard] }), undefined);
  assert.instance(await problem({ tools, apps: [app({ name: 'other', plugins: [Guard] })] }), UnenforcedMetadataError);
});

test('[D2.plugins.not-a-plugin] an item without @Plugin is refused', async () => {
  assert.match(message(await problem({ plugins: [class Plain {}] })), /plugins items must be annotated with @Plugin\(\)/);
});

@Adapter({ name: 'openapi' })
class OpenapiAdapter extends DynamicAdapter<{ name: string }> {
  fetch() {
    return { tools: [tool({ name: 'list', rawInputSchema: { type: 'object' } })(() => 1)] };
  }
}

test('[D2.plugins.adapter-duplicate] a second adapter of one name is refused', async () => {
  const adapters = [OpenapiAdapter.init({ name: 'pets' }), OpenapiAdapter.init({ name: 'pets' })];
  assert.is(message(await problem({ adapters })), "Duplicate adapter name 'pets' for OpenapiAdapter");
});

test('[D2.plugins.adapter-names] equal names of two adapters are listed with their adapter', async () => {
  const model = await modelFromMetadata(
    serverOf({ adapters: [OpenapiAdapter.init({ name: 'pets' }), OpenapiAdapter.init({ name: 'cars' })] }),
  );
  assert.equal(
    model.tools.map(({ listedName }) => listedName),
    ['pets:list', 'cars:list'],
  );
});

test('a plugin with a prefix that two owners list is refused, and one of them is to be kept', async () => {
  @Plugin({ name: 'board', entryPrefix: 'board', tools: [made('graph')] })
  class Board {}
  const text = message(await problem({ apps: [app({ name: 'boards', plugins: [Board] })], plugins: [Board] }));
  assert.match(text, 'would both be listed as "board:graph"; two owners list the plugin "board": keep one of them');
});

test('[D2.plugins.hooks] plugins of the server wrap those of the app, in any order of declaration', async () => {
  const steps: string[] = [];
  const recording = (name: string): AnyClass => {
    class Recorder {
      async aroundToolCall(_call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
        steps.push(`${name} in`);
        const result = await next();
        steps.push(`${name} out`);
        return result;
      }
    }
    Plugin({ name })(Recorder);
    return Recorder;
  };
  const collected = await collect(
    serverOf({
      apps: [
        app({ name: 'one', tools: [made('t')], plugins: [recording('inner')] }),
        app({ name: 'two', plugins: [recording('stranger')] }),
      ],
      plugins: [recording('outer'), recording('second')],
    }),
  );
  const container = createContainer(collected);
  const plugins = createPlugins(collected.plugins, container, await registerFactoryProviders(collected.plugins, container));
  const [entry] = (await modelFromMetadata(serverOf({ apps: [app({ name: 'one', tools: [made('t')] })] }))).tools;
  if (entry === undefined) throw new Error('no tool');
  const request = { id: 'r', header: () => undefined };
  const viewer = { auth: anonymousCaller, principal: undefined, sessionId: undefined, request };
  const frame = new Proxy({ viewer } as Pick<CallFrame, 'viewer'> as CallFrame, {
    get: (held, name) => (name === 'viewer' ? held.viewer : assert.unreachable(`no hook asks for ${String(name)}`)),
  });
  const call = { entry, input: {}, origin: 'client', depth: 0, fits: () => true, frame } as const;
  await plugins.hooksFor(entry)?.(call, () => (steps.push('call'), { content: [] }));
  assert.equal(steps, ['outer in', 'second in', 'inner in', 'call', 'inner out', 'second out', 'outer out']);
});

test('[plugins.hooks.concerns] hooks are not asked about what does not concern their plugin, and a field that it enforces concerns it', async () => {
  class Audit {
    static concerns({ pluginFields }: EntryModel): boolean {
      return pluginFields?.['audited'] === true;
    }
    aroundToolCall(_call: HookCall<ToolModel>, next: Next<ToolResult>): ReturnType<Next<ToolResult>> {
      return next();
    }
  }
  Plugin({ name: 'audit', enforces: ['approval'] })(Audit);
  const server = serverOf({ tools: [made('kept', { audited: true }), made('free')], plugins: [Audit] });
  const collected = await collect(server);
  const plugins = createPlugins(collected.plugins, createContainer(collected));
  const asked = (await modelFromMetadata(server)).tools.map((entry) => [entry.name, plugins.hooksFor(entry) !== undefined]);
  assert.equal(asked, [
    ['kept', true],
    ['free', false],
  ]);
  const promised = (fields: object): Promise<unknown> => problem({ tools: [made('a', { approval: true, ...fields })], plugins: [Audit] });
  assert.instance(await promised({}), UnenforcedMetadataError);
  assert.is(await promised({ audited: true }), undefined);
});

test('[plugins.hooks.methods] a hook that is set on the object is refused by name', async () => {
  class Late {
    readonly admitEntry = (): void => undefined;
  }
  Plugin({ name: 'late' })(Late);
  const collected = await collect(serverOf({ plugins: [Late] }));
  assert.throws(() => createPlugins(collected.plugins, createContainer(collected)), /plugin "late": "admitEntry" is set on the object/);
});

test('a context extension that is none is refused with the other faults', async () => {
  @Plugin({ name: 'adding', contextExtensions: [{ property: 'good' }, { property: 'bad', token: 1 as never }] })
  class Adding {}
  assert.match(
    message(await problem({ plugins: [Adding] })),
    /plugin "adding": contextExtensions are \{ property, token\?, errorMessage\? \}/,
  );
});

test.run();

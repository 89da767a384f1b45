/* Plugins are planned by what evaluation found: a start that makes something else is refused by name. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startRedis } from '../support/redis-server.ts';
import { pluginProject } from './plugin-project.ts';

const main = `
import { DynamicPlugin, Plugin, Service, tool } from '@service/sdk';

interface Options {
  readonly names?: readonly string[];
}
@Plugin({ name: 'maker', entryPrefix: 'made' })
class Maker extends DynamicPlugin<Options> {
  static getPluginMetadata({ names = [] }: Options) {
    return { tools: names.map((name) => tool({ name, description: 'Says its name.' })(() => name)) };
  }
}
const listed = (process.env.NAMES ?? 'one,two').split(',');
const made = (names: readonly string[]) => Maker.init({ names });

@Service({ info: { name: 'planned', version: '1.0.0' }, tools: [tool({ name: 'own', description: 'Own.' })(() => 'own')], plugins: [made(listed)] })
export class Server {}
`;

test('[plugins.planned] a plugin that a function returns is built with its entries, and refused with others', async () => {
  const project = pluginProject('planned', main);
  try {
    const server = await project.start('node');
    try {
      const list = await server.ask('tools/list');
      const { result } = JSON.parse(list) as { result: { tools: { name: string }[] } };
      assert.equal(
        result.tools.map(({ name }) => name),
        ['own', 'made:one', 'made:two'],
      );
      assert.match(await server.ask('tools/call', { name: 'made:two', arguments: {} }), '"two"');
    } finally {
      await server.stop();
    }
    for (const [names, told] of [
      ['one,two,three', 'the plugin "maker" makes the tool "three" at this start, other than when the server was built'],
      ['one', 'the plugin "maker" does not make the tool "two" at this start'],
      ['one,other', 'the plugin "maker" makes the tool "other" at this start'],
    ] as const) {
      const failure = await project.start('node', { env: { NAMES: names, SERVICE_LOG_LEVEL: 'info' } }).then(
        async (started) => {
          await started.stop();
          return 'it started';
        },
        (reason: unknown) => String(reason),
      );
      assert.match(failure, told);
    }
  } finally {
    project.remove();
  }
});

const counting = `
import { DynamicPlugin, Plugin, Service, tool, type HookCall, type Next, type PluginHooks, type PluginHost, type PluginStorage, type Store, type ToolModel, type ToolResult } from '@service/sdk';

@Plugin({ name: 'count' })
class Count extends DynamicPlugin<{ storage: PluginStorage }> implements PluginHooks {
  #counts: Store | undefined;
  static stores({ storage }: { storage: PluginStorage }) {
    return { counts: storage };
  }
  onStart(host: PluginHost): void {
    this.#counts = host.store('counts');
  }
  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>): Promise<ToolResult> {
    await next();
    return { content: [], structuredContent: { count: await this.#counts?.increment('calls', 1) } };
  }
}
const port = process.env.REDIS_PORT;
const storage: PluginStorage = port === undefined ? 'memory' : { redis: { host: '127.0.0.1', port: Number(port) } };
const own = tool({ name: 'own', description: 'Own.' })(() => 'own');

@Service({ info: { name: 'counted', version: '1.0.0' }, tools: [own], plugins: [Count.init({ storage })] })
export class Server {}
`;

test('[environment.union.plugins] a variable decides where a plugin keeps what it remembers: one bundle has the stores of each branch', async () => {
  const project = pluginProject('counted', counting);
  const redis = await startRedis();
  try {
    for (const [env, counts] of [
      [{}, [1, 1]],
      [{ REDIS_PORT: String(redis.port) }, [1, 2]],
    ] as const)
      for (const count of counts) {
        const server = await project.start('node', { env });
        try {
          assert.match(await server.ask('tools/call', { name: 'own', arguments: {} }), `"count":${count}`);
        } finally {
          await server.stop();
        }
      }
  } finally {
    await redis.remove();
    project.remove();
  }
});

test.run();

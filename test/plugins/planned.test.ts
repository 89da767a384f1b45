/* Plugins are planned by what evaluation found: a start that makes something else is refused by name. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
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

test.run();

/* Plugins replace their own entries while a bundle serves. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { send } from '../support/wire-client.ts';
import { callTool, pluginProject } from './plugin-project.ts';

const main = `
import { DynamicPlugin, Plugin, Service, tool, type PluginHooks, type PluginHost } from '@service/sdk';

const say = (name: string) => tool({ name, description: 'Says its name.' })(() => name);

@Plugin({ name: 'inner', tools: [say('kept')] })
class Inner {}

@Plugin({ name: 'feed', changes: true, tools: [say('old')], plugins: [Inner] })
class Feed extends DynamicPlugin implements PluginHooks {
  #host: PluginHost | undefined;
  static routes() {
    return [{ method: 'POST' as const, path: '/feed' }];
  }
  onStart(host: PluginHost): void {
    this.#host = host;
  }
  async onRequest(request: Request): Promise<Response> {
    const names = (await request.json()) as string[];
    return Response.json({ taken: this.#host?.replaceOwner({ tools: names.map(say) }) });
  }
}

@Plugin({ name: 'still', tools: [say('fixed')] })
class Still extends DynamicPlugin implements PluginHooks {
  static routes() {
    return [{ method: 'POST' as const, path: '/still' }];
  }
  #host: PluginHost | undefined;
  onStart(host: PluginHost): void {
    this.#host = host;
  }
  async onRequest(): Promise<Response> {
    try {
      return Response.json({ taken: this.#host?.replaceOwner({}) });
    } catch (failure) {
      return Response.json({ refused: String(failure) });
    }
  }
}

@Service({ info: { name: 'feeding', version: '1.0.0' }, tools: [say('own')], plugins: [Feed, Still] })
export class Server {}
`;

test('[plugins.replace-owner] a plugin of a bundle replaces its own entries, and only with such as keep the rules', async () => {
  const project = pluginProject('feeding', main);
  try {
    for (const target of ['node', 'worker'] as const) {
      const server = await project.start(target);
      const { port } = server;
      const names = async (): Promise<readonly string[]> => {
        const { result } = JSON.parse(await server.ask('tools/list')) as { result: { tools: { name: string }[] } };
        return result.tools.map(({ name }) => name).toSorted();
      };
      const post = async (path: string, body: readonly string[]): Promise<unknown> =>
        JSON.parse(
          (
            await send({
              port,
              path,
              headers: { host: `localhost:${port}`, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            })
          ).text,
        );
      try {
        assert.equal(await names(), ['fixed', 'kept', 'old', 'own']);
        assert.equal(await post('/feed', ['new', 'newer']), { taken: true });
        assert.equal(await names(), ['fixed', 'kept', 'new', 'newer', 'own']);
        assert.is((await callTool(server, { name: 'newer' })).value['value'], 'newer');
        assert.ok((await callTool(server, { name: 'old' })).isError);
        assert.equal(await post('/feed', ['twice', 'twice']), { taken: false });
        assert.equal(await names(), ['fixed', 'kept', 'new', 'newer', 'own']);
        assert.match(
          JSON.stringify(await post('/still', [])),
          'plugin \\"still\\" replaces its entries: say \\"changes: true\\" in @Plugin',
        );
      } finally {
        await server.stop();
      }
    }
  } finally {
    project.remove();
  }
});

test.run();

/* Plugins replace their own entries while a bundle serves. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import { judgeModule } from '../../scripts/serving/judges.ts';
import { send } from '../support/wire-client.ts';
import { callTool, pluginProject } from './plugin-project.ts';

const main = `
import { DynamicPlugin, Plugin, Service, skill, tool, type PluginHooks, type PluginHost } from '@service/sdk';

const how = (name: string) => skill({ name, description: 'Does ' + name + '.', instructions: 'Do it.' });
const say = (name: string) => tool({ name, description: 'Says its name.' })(() => name);

@Plugin({ name: 'inner', tools: [say('kept')] })
class Inner {}

@Plugin({ name: 'feed', changes: true, tools: [say('old')], skills: [how('early')], plugins: [Inner] })
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
    return Response.json({ taken: this.#host?.replaceOwner({ tools: names.map(say), skills: names.map(how) }) });
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

@Service({ info: { name: 'feeding', version: '1.0.0' }, instructions: 'OWN', tools: [say('own')], skills: [how('fixed')], plugins: [Feed, Still] })
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

interface OfficialClient {
  connect(transport: object): Promise<void>;
  request(
    request: { method: string; params: object },
    schema: z.ZodType,
  ): Promise<{ readonly skills: readonly { readonly name: string }[] }>;
  getInstructions(): string | undefined;
  setNotificationHandler(schema: z.ZodType, handler: () => void): void;
  close(): Promise<void>;
}

test('[K7.changed] [K8.instructions] clients with sessions hear of other skills, search them, and read of them when they connect', async () => {
  const folder = '@modelcontextprotocol/sdk/dist/esm/client';
  const { Client } = (await judgeModule(`${folder}/index.js`)) as { Client: new (info: object) => OfficialClient };
  const { StreamableHTTPClientTransport: Transport } = (await judgeModule(`${folder}/streamableHttp.js`)) as {
    StreamableHTTPClientTransport: new (url: URL) => object;
  };
  const project = pluginProject('feeding', main);
  const server = await project.start('node');
  const opened: OfficialClient[] = [];
  const open = async (): Promise<OfficialClient> => {
    const client = new Client({ name: 'judge', version: '1.0.0' });
    opened.push(client);
    await client.connect(new Transport(new URL(`http://localhost:${server.port}/mcp`)));
    return client;
  };
  const search = async (client: OfficialClient, query: string): Promise<readonly string[]> =>
    (await client.request({ method: 'skills/search', params: { query } }, z.looseObject({}) as never)).skills.map(({ name }) => name);
  try {
    const client = await open();
    assert.match(client.getInstructions() ?? '', /^OWN\n\nSkills are .*\n\n- fixed: Does fixed\.\n- early: Does early\.$/);
    assert.equal(await search(client, 'early'), ['early']);
    const heard = new Promise<void>((resolve) =>
      client.setNotificationHandler(z.looseObject({ method: z.literal('notifications/skills/list_changed') }), resolve),
    );
    await send({ port: server.port, path: '/feed', headers: { host: `localhost:${server.port}` }, body: JSON.stringify(['late']) });
    await heard;
    assert.equal([await search(client, 'late'), await search(client, 'early')], [['late'], []]);
    assert.match((await open()).getInstructions() ?? '', /^OWN\n\nSkills are .*\n\n- fixed: Does fixed\.\n- late: Does late\.$/);
  } finally {
    await Promise.all(opened.map((client) => client.close()));
    await server.stop();
    project.remove();
  }
});

test.run();

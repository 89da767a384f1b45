/* Methods and notifications of plugins, in built bundles. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { modernRequest, send } from '../support/wire-client.ts';
import { pluginProject } from './plugin-project.ts';

const main = (name: string, methods: string, more = '') => `
import { app, DynamicPlugin, Plugin, PublicMcpError, Service, tool, type JsonObject, type MethodCall, type PluginHooks } from '@service/sdk';

@Plugin({ name: '${name}' })
class Own extends DynamicPlugin implements PluginHooks {
  static methods() {
    return ${methods};
  }
  async onMethod(method: string, call: MethodCall): Promise<JsonObject> {
    if (call.params['fail'] === 'plainly') throw new PublicMcpError('Closed on Sundays', 'CLOSED', 403);
    if (call.params['fail'] === 'hidden') throw new Error('the password is tr0ub4dor');
    const heard = call.notify('begun', { of: method });
    return { method, params: call.params, anonymous: call.auth.isAnonymous, who: call.request.header('x-who') ?? null, heard };
  }
}
const own = tool({ name: 'own', description: 'Own.' })(() => 'own');
${more}
@Service({ info: { name: 'methods', version: '1.0.0' }, tools: [own], ${more === '' ? 'plugins: [Own]' : 'apps: [one, two]'} })
export class Server {}
`;

test('[plugins.methods] a plugin answers methods of its own and sends notifications before the answer, on node and worker', async () => {
  const project = pluginProject('methods', main('feed', "['feed/refresh']"));
  try {
    for (const target of ['node', 'worker'] as const) {
      const server = await project.start(target);
      const { port } = server;
      const ask = async (method: string, params: Record<string, unknown> = {}): Promise<{ status: number; text: string }> => {
        const { body, headers } = modernRequest(method, params);
        return send({ port, path: '/mcp', headers: { host: `localhost:${port}`, 'x-who': 'ann', ...headers }, body });
      };
      try {
        const { text } = await ask('feed/refresh', { deep: [1, { a: 'b' }] });
        assert.match(text, '"method":"notifications/feed/begun","params":{"of":"feed/refresh"}');
        for (const part of [
          '"params":{"deep":[1,{"a":"b"}]}',
          '"anonymous":true',
          '"who":"ann"',
          '"heard":true',
          '"resultType":"complete"',
        ])
          assert.match(text, part);
        const unknown = await ask('feed/other');
        assert.match(unknown.text, '-32601');
        assert.match((await ask('feed/refresh', { fail: 'plainly' })).text, 'Closed on Sundays');
        const hidden = await ask('feed/refresh', { fail: 'hidden' });
        assert.match(hidden.text, '"error"');
        assert.not.match(hidden.text, 'tr0ub4dor');
      } finally {
        await server.stop();
      }
    }
  } finally {
    project.remove();
  }
});

test('[plugins.methods] a name of the protocol, of nobody or of another plugin ends the build', async () => {
  const apps = "const one = app({ name: 'one', plugins: [Own] });\nconst two = app({ name: 'two', plugins: [Own] });";
  for (const [text, told] of [
    [main('tools', "['tools/list']"), 'plugin "tools": static methods: methods of the protocol begin with "tools/"'],
    [main('feed', "['other/refresh']"), 'plugin "feed": static methods: "other/refresh" must be "feed/" and a name'],
    [main('feed', "['feed/refresh']", apps), 'plugin "feed": the method "feed/refresh" is another plugin\'s'],
    [main('feed', "['feed/refresh']").replace('async onMethod', 'async other'), 'plugin "feed" names methods and has no method onMethod'],
  ] as const) {
    const project = pluginProject('methods', text);
    try {
      const failure = await project.start('node').then(async (server) => {
        await server.stop();
        return 'it started';
      }, String);
      assert.match(failure, told);
    } finally {
      project.remove();
    }
  }
});

test.run();

/* What a build makes of the dashboard: its size, its targets, the app, and the umbrella package. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadTarget } from '../../src/targets/index.ts';
import { build, bundleOf, requestOf } from '../support/compile.ts';
import { pluginProject } from '../plugins/plugin-project.ts';
import { ask, callDashboard, visit } from './dashboard-project.ts';

const server = (imports: string, lists: string): string => `import { Service, tool } from '@service/sdk';
${imports}
const ping = tool({ name: 'ping', description: 'Answers pong.' })(() => 'pong');
@Service({ info: { name: 'small', version: '1.0.0' }, tools: [ping], ${lists} })
export class Server {}
`;

const alone = "import { DashboardPlugin } from '@service/plugin-dashboard';";
/** A word of the plugin, and one of the libraries of its page. */
const words = ['service_dashboard', 'react-flow__viewport'] as const;

async function bundled(imports: string, lists: string): Promise<{ readonly bytes: number; readonly has: readonly boolean[] }> {
  const project = pluginProject('small', server(imports, lists));
  try {
    const { code, report } = await bundleOf(requestOf(project.root, 'small'));
    return { bytes: report.gzipBytes, has: words.map((word) => code.includes(word)) };
  } finally {
    project.remove();
  }
}

/** A plugin with an endpoint and a page that do nothing: what remains is the code of the package. */
const idle = `import { DynamicPlugin, Plugin, type PluginHooks } from '@service/sdk';
const graph = tool({ name: 'graph', description: 'A graph.', rawInputSchema: { type: 'object', properties: { refresh: { type: 'boolean' } }, additionalProperties: false } })(() => 1);
@Plugin({ name: 'idle', entryPrefix: 'idle', tools: [graph] })
class Idle extends DynamicPlugin implements PluginHooks {
  static endpoint() { return '/dashboard'; }
  static routes() { return [{ method: 'GET', path: '/dashboard' }]; }
  onStart() {}
  onRequest() { return new Response(); }
  onEndpoint() { return undefined; }
}`;

/** Bytes of gzip that its code may take, and what the libraries of its page add. */
const budgets = { code: 22_500, self: 185_000 } as const;

test('[dashboard.size] a server has the code of the dashboard, and the scripts of its page, when it lists it', async () => {
  const idles = await bundled(idle, 'plugins: [Idle]');
  const hosted = await bundled(alone, 'plugins: [DashboardPlugin]');
  const self = await bundled(alone, "plugins: [DashboardPlugin.init({ cdn: 'self' })]");
  assert.equal(
    [idles.has, hosted.has, self.has],
    [
      [false, false],
      [true, false],
      [true, true],
    ],
  );
  console.log(`dashboard: ${hosted.bytes - idles.bytes} bytes of gzip, with its own libraries ${self.bytes - idles.bytes}`);
  assert.ok(hosted.bytes - idles.bytes <= budgets.code, String(hosted.bytes - idles.bytes));
  assert.ok(self.bytes - hosted.bytes <= budgets.self, String(self.bytes - hosted.bytes));
});

test('[D2.plugins.umbrella] one plugin of the umbrella brings no byte of the others', async () => {
  const cache = await bundled("import { CachePlugin } from '@service/plugins';", 'plugins: [CachePlugin]');
  const own = await bundled("import { CachePlugin } from '@service/plugin-cache';", 'plugins: [CachePlugin]');
  assert.equal(cache.has, [false, false]);
  assert.ok(Math.abs(cache.bytes - own.bytes) < 50, `${cache.bytes} ${own.bytes}`);
  const board = await bundled("import { DashboardPlugin } from '@service/plugins';", 'plugins: [DashboardPlugin]');
  assert.ok(Math.abs(board.bytes - (await bundled(alone, 'plugins: [DashboardPlugin]')).bytes) < 50);
});

test('[dashboard.app] the app shows the same, with the options of an init elsewhere', async () => {
  const imports = "import { DashboardApp, DashboardPlugin } from '@service/plugins';\nDashboardPlugin.init({ basePath: '/admin' });";
  const project = pluginProject('small', server(imports, 'apps: [DashboardApp]'));
  try {
    const running = await project.start('node');
    try {
      const { nodes } = await callDashboard<{ readonly nodes: readonly { readonly label: string }[] }>(running, 'graph');
      assert.equal(
        nodes.map(({ label }) => label),
        ['small', 'MCP endpoint', 'ping'],
      );
      assert.equal([(await visit(running, '/admin')).status, (await ask(running)).status], [200, 200]);
    } finally {
      await running.stop();
    }
  } finally {
    project.remove();
  }
});

test('[dashboard.targets] where nothing listens, page and endpoint are named', async () => {
  const project = pluginProject('small', server(alone, 'plugins: [DashboardPlugin]'));
  try {
    for (const name of ['browser', 'sdk']) {
      const target = await loadTarget(name);
      if (target === undefined) throw new Error(name);
      const { diagnostics } = await build(requestOf(project.root, 'small'), target);
      const told = diagnostics.filter(({ code }) => code === 'option-without-effect').map(({ message }) => message.split(' of plugin')[0]);
      assert.equal(told, ['`GET /dashboard`', '`the MCP endpoint /dashboard`'], name);
    }
  } finally {
    project.remove();
  }
});

test('[dashboard.reachable] a dashboard that others reach without a token is told in the log', async () => {
  const project = pluginProject('small', server(alone, "plugins: [DashboardPlugin], http: { security: { bindAddress: 'all' } }"));
  try {
    const running = await project.start('node');
    await running.stop();
    assert.match(running.log(), 'everybody who reaches this server may see it');
    const quiet = await project.start('node', { env: { NODE_ENV: 'production' } });
    await quiet.stop();
    assert.not.match(quiet.log(), 'everybody who reaches');
  } finally {
    project.remove();
  }
});

test.run();

/* The guide runs as it is written, the umbrella package brings the plugin, and what it costs a bundle. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { build, bundleOf, requestOf } from '../support/compile.ts';
import { codeBlocksOf } from '../support/pages.ts';
import { pluginProject } from '../plugins/plugin-project.ts';
import { codecallProject, run } from './codecall-project.ts';

const blocks = codeBlocksOf('docs/guide/many-tools.md');
const server = blocks.find(({ text }) => text.includes('plugins: [CodeCallPlugin]'))?.text ?? '';
/**
 * Bytes that the plugin may add to the bundle of a server that has nothing else, compressed; the engine and the parser lie beside it. What it
 * needs of the SDK is most of it: raw schemas, calls of tools, plugins and their guards. Questions to the client are of the tools that ask them.
 */
const budget = 22_800;

test('[PX11.world] the script of the guide answers what the guide says', async () => {
  const project = pluginProject('orders', server);
  const started = await project.start('node');
  try {
    const script = blocks.find(({ text }) => text.includes('largest.id'))?.text ?? '';
    assert.equal(await run(started, script), { status: 'ok', result: 3, logs: [] });
  } finally {
    await started.stop();
    project.remove();
  }
});

async function built(main: string) {
  const project = pluginProject('orders', main);
  try {
    return await bundleOf(requestOf(project.root, 'orders'));
  } finally {
    project.remove();
  }
}

test('[PX1.options] [PX1.unused] a build refuses wrong options, and those that do nothing, at their place', async () => {
  for (const [options, found] of [
    [
      "{ topk: 3, vm: { preset: 'open' } }",
      /main\.ts:\d+ `topk` of plugin "codecall": is no option; did you mean "topK"\?[^]*`vm` of plugin "codecall": must be/,
    ],
    ['{ sidecar: { extractionThreshold: 5 } }', /main\.ts:\d+ `sidecar\.extractionThreshold` of plugin "codecall": must be left out/],
  ] as const) {
    const project = codecallProject({ options: `${options} as never` });
    try {
      const { diagnostics } = await build(requestOf(project.root, 'many'), nodeTarget);
      assert.match(diagnostics.map(({ message, span }) => `${span?.file ?? ''}:${span?.line ?? 0} ${message}`).join('\n'), found);
    } finally {
      project.remove();
    }
  }
});

test('[PX.size] [PU1.umbrella] the plugin keeps to its bytes, and servers without it have none of them', async () => {
  const bare = server
    .replace(', plugins: [CodeCallPlugin]', '')
    .replace("import { CodeCallPlugin } from '@service/plugin-codecall';\n", '');
  const without = await built(bare);
  const withPlugin = await built(server);
  const fromUmbrella = await built(server.replace('@service/plugin-codecall', '@service/plugins'));
  const cacheAlone = await built(
    `import { CachePlugin } from '@service/plugins';\n${bare.replace('tools: [list, refund]', 'tools: [list, refund], plugins: [CachePlugin]')}`,
  );
  const added = withPlugin.report.gzipBytes - without.report.gzipBytes;
  assert.ok(added > 0 && added <= budget, `${added} bytes`);
  assert.ok(Math.abs(fromUmbrella.report.gzipBytes - withPlugin.report.gzipBytes) < 100);
  const ofIt = /codecall|quickjs|repository repo|search index of the build/i;
  assert.ok(/repository repo/.test(String(withPlugin.code)));
  for (const { code } of [without, cacheAlone]) assert.not(ofIt.test(String(code)));
});

test.run();

/* A package with a native add-on beside a bundle that is an ES module. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { bootStdio } from '../support/boot/node.ts';
import { bundleOf, requestOf } from '../support/compile.ts';
import { inProject } from '../support/written-project.ts';

const test = suite('module-format-native');
const installed = join(import.meta.dirname, '../../tools/worker/node_modules/sharp');

const projectWith = (background: string) => ({
  'src/main.ts': `import { Service, tool } from '@service/sdk';
import sharp from 'sharp';

const background = ${background};
const paint = tool({ name: 'paint', description: 'Paints.', outputSchema: 'string' })(async () => {
  const { info } = await sharp({ create: { width: 3, height: 2, channels: 3, background } }).png().toBuffer({ resolveWithObject: true });
  return [info.format, info.width, info.height].join(' ');
});

@Service({ info: { name: 'demo', version: '1.0.0' }, tools: [paint] })
export class Server {}
`,
});

for (const [bundler, background] of [
  ['esbuild', "'red'"],
  ['rollup', "'red'"],
  ['esbuild', "await Promise.resolve('red')"],
] as const)
  test(`[target.format] a native add-on answers beside an ES module bundle (${bundler}, ${background})`, async () => {
    await inProject(projectWith(background), async (root) => {
      symlinkSync(installed, join(root, 'node_modules/sharp'));
      const request = requestOf(root, 'demo', { build: { bundler, format: 'esm' } });
      const { report, result } = await bundleOf(request, nodeTarget);
      assert.equal(
        result.diagnostics.map(({ code }) => code),
        ['evaluation-not-isolated'],
      );
      assert.ok(report.copied.some(({ name }) => name === 'sharp'));
      const folder = join(root, 'dist');
      await writeOutput(request, result, folder);
      const stdio = bootStdio({ folder, name: 'demo' }, 'start-script');
      await stdio.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
      stdio.notify('notifications/initialized');
      const called = await stdio.request('tools/call', { name: 'paint', arguments: {} }).finally(() => void stdio.close());
      assert.match(JSON.stringify(called['result']), '"text":"png 3 2"');
    });
  });

test.run();

/* Projects and packages that await while they load: as ES modules on Node, and refused by name where the bundle is CommonJS. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { build as compile, writeOutput } from '../../src/compiler/index.ts';
import type { Target } from '../../src/compiler/target.ts';
import { cliTarget } from '../../src/targets/cli/target.ts';
import { mcpbTarget } from '../../src/targets/mcpb/target.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { bootHttp, bootStdio } from '../support/boot/node.ts';
import { build, bundleOf, requestOf } from '../support/compile.ts';
import { modernRequest, send } from '../support/wire-client.ts';
import { inProject } from '../support/written-project.ts';

const test = suite('module-format');
const bundlers = ['esbuild', 'rollup'] as const;

const project = {
  'src/main.ts': `import { Service, tool } from '@service/sdk';
import { settings } from 'settings';
import { where } from 'common';
import { name } from './own.ts';

const read = tool({ name: 'read', description: 'Reads.', outputSchema: 'string' })(() => [settings, name, where()].join(' '));

@Service({ info: { name: 'demo', version: '1.0.0' }, tools: [read] })
export class Server {}
`,
  'src/own.ts': "export const name = await Promise.resolve('own');\n",
  'node_modules/settings/package.json': '{ "name": "settings", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
  'node_modules/settings/index.js':
    "import { basename } from 'node:path';\n\nexport const settings = await Promise.resolve(basename('/a/waited'));\n",
  'node_modules/common/package.json': '{ "name": "common", "version": "1.0.0", "main": "./index.js" }',
  'node_modules/common/index.js':
    "const { dirname } = require('path');\nexports.where = () => `${dirname(__filename) === __dirname} ${typeof require('node:os').cpus}`;\n",
};
const answer = 'waited own true function';

async function inBuilt(target: Target, bundler: (typeof bundlers)[number], use: (folder: string) => Promise<void> | void): Promise<void> {
  await inProject(project, async (root) => {
    const request = requestOf(root, 'demo', { build: { bundler, format: 'esm' } });
    const { result } = await bundleOf(request, target);
    assert.equal(result.diagnostics, []);
    const folder = join(root, 'dist');
    await writeOutput(request, result, folder);
    assert.equal(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), { type: 'module' });
    await use(folder);
  });
}

for (const bundler of bundlers) {
  test(`[target.format] a project with top-level await answers as an ES module, over stdio and HTTP (${bundler})`, async () => {
    await inBuilt(nodeTarget, bundler, async (folder) => {
      const stdio = bootStdio({ folder, name: 'demo' }, 'start-script');
      await stdio.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
      stdio.notify('notifications/initialized');
      const called = await stdio.request('tools/call', { name: 'read', arguments: {} }).finally(() => void stdio.close());
      assert.match(JSON.stringify(called['result']), `"text":"${answer}"`);
      const running = await bootHttp({ folder, name: 'demo' });
      const { pathname, port } = new URL(running.url);
      const asked = modernRequest('tools/call', { name: 'read', arguments: {} });
      const answering = send({ port: Number(port), path: pathname, ...asked });
      // A server that goes on would keep a failed test from ending.
      const code = await answering.then(
        () => running.stop(),
        () => running.stop(),
      );
      assert.match((await answering).text, answer);
      assert.is(code, 0);
    });
  });

  test(`[target.format] the program of the target cli is a script that loads it (${bundler})`, async () => {
    await inBuilt(cliTarget, bundler, (folder) => {
      assert.is(execFileSync(join(folder, 'demo'), ['read'], { encoding: 'utf8' }), `${answer}\n`);
    });
  });
}

const loading = {
  ...project,
  'src/main.ts': `import { Service, tool } from '@service/sdk';

const read = tool({ name: 'read', description: 'Reads.', outputSchema: 'string' })(async () => (await import('settings')).settings);

@Service({ info: { name: 'demo', version: '1.0.0' }, tools: [read] })
export class Server {}
`,
};

for (const bundler of bundlers) {
  test(`[target.format.fixed] a package that awaits works beside a CommonJS bundle as the finding advises (${bundler})`, async () => {
    await inProject(loading, async (root) => {
      const request = requestOf(root, 'demo', { build: { bundler, external: ['settings'] } });
      const { result } = await bundleOf(request, cliTarget);
      assert.equal(result.diagnostics, []);
      await writeOutput(request, result, join(root, 'dist'));
      assert.is(execFileSync(join(root, 'dist/demo'), ['read'], { encoding: 'utf8' }), 'waited\n');
    });
  });

  test(`[I2.bundle.deterministic] ES modules of the same sources have the same bytes, wherever they lie (${bundler})`, async () => {
    const made: string[] = [];
    for (let run = 0; run < 2; run += 1)
      await inProject(project, async (root) => {
        // By the compiler itself: the builder of the test run would give both the same build.
        const { output } = await compile(requestOf(root, 'demo', { build: { bundler, format: 'esm' } }), nodeTarget);
        made.push(JSON.stringify(output?.files.map(({ contents, path }) => [path, String(contents)])));
      });
    assert.match(made[0] ?? '', 'demo');
    assert.is(made[0], made[1]);
  });
}

const printed = async (root: string, target: Target, more: Parameters<typeof requestOf>[2]): Promise<string[]> =>
  (await build(requestOf(root, 'demo', more), target)).diagnostics.map(
    ({ code, hint, message, span }) => `${span?.file}:${span?.line}:${span?.column} ${code}: ${message}\n${hint}`,
  );

test('[target.format.fixed] where the bundle is CommonJS, the import and the file that await are errors with the way out that there is', async () => {
  await inProject(project, async (root) => {
    const chain = 'Imported by: src/main.ts → node_modules/settings/index.js. ';
    const asModule = "Build an ES module with build: { format: 'esm' } in the config";
    assert.equal(await printed(root, nodeTarget, {}), [
      'src/main.ts:2:26 top-level-await: Top-level await in `settings` (node_modules/settings/index.js:3:25) needs an ES module, and the bundle is CommonJS\n' +
        `${chain}${asModule}; or leave settings out with build: { esbuild: { external: ['settings'] } }, load it with import('settings') in the function that needs it, and install it where the bundle runs`,
      'src/own.ts:1:21 top-level-await: Top-level await needs an ES module, and the bundle is CommonJS\n' +
        `${asModule}, or move the awaited work into a provider with \`useFactory\``,
    ]);
    const others = 'Use another package or another release than this one of settings, or build for node with';
    for (const [target, executable, why] of [
      [mcpbTarget, false, 'the bundle of an archive is CommonJS'],
      [nodeTarget, true, 'the single executable of the target node is CommonJS'],
    ] as const) {
      const [ofOption = '', ofPackage = '', ofFile = '', ...rest] = await printed(root, target, { executable, build: { format: 'esm' } });
      assert.match(ofOption, `format-without-effect: \`build.format: 'esm'\` has no effect for the target ${target.name}: ${why}`);
      assert.match(
        ofPackage,
        `src/main.ts:2:26 top-level-await: Top-level await in \`settings\` (node_modules/settings/index.js:3:25) needs an ES module, and ${why}`,
      );
      assert.match(ofPackage, chain + others);
      assert.match(
        ofFile,
        `src/own.ts:1:21 top-level-await: Top-level await needs an ES module, and ${why}\nMove the awaited work into a provider`,
      );
      assert.equal(rest, []);
    }
  });
});

test('[target.format.fixed] check says it for each deployed target, and a worker may await', async () => {
  const config = (target: string, build = '{}'): string =>
    JSON.stringify({ name: 'demo', deployments: [{ target }], build: JSON.parse(build) as unknown });
  const { 'node_modules/common/index.js': _common, ...files } = project;
  const plain = { ...files, 'node_modules/common/index.js': "exports.where = () => 'true function';\n" };
  for (const [target, build, expected] of [
    ['node', '{}', /Top-level await in `settings`/],
    ['node', '{ "format": "esm" }', undefined],
    ['mcpb', '{ "format": "esm" }', /the bundle of an archive is CommonJS/],
    ['worker', '{}', undefined],
  ] as const)
    await inProject({ ...plain, 'service.config.json': config(target, build) }, async (root) => {
      const { code, stdout, stderr } = await runCli(['check', '--no-types'], { cwd: root });
      assert.is(code, expected === undefined ? 0 : 1, `${target} ${build}: ${stdout}${stderr}`);
      if (expected !== undefined) assert.match(stdout + stderr, expected);
    });
  await inProject(plain, async (root) => {
    assert.equal(await printed(root, workerTarget, {}), []);
  });
});

test.run();

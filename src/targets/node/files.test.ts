import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compiledModel } from '../../../test/support/empty-model.ts';
import type { OutputFile } from '../../compiler/target.ts';
import { cliFiles } from '../cli/target.ts';
import { distributedFiles } from '../distributed/target.ts';
import { nodeFiles } from './files.ts';
import { printNodeCheck } from './target.ts';
import { printStartScript } from './start-script.ts';

/** A folder with a space, as people have them, and a bundle that says what it was given. */
function project(nodeVersion = '>=20.19.0'): { folder: string; script: string } {
  const folder = join(mkdtempSync(join(tmpdir(), 'service-node-target-')), 'my server');
  mkdirSync(folder);
  const script = join(folder, 'weather');
  writeFileSync(
    script,
    printStartScript({ name: 'weather', version: '1.2.3', bundle: 'weather.bundle.js', manifest: 'weather.manifest.json', nodeVersion }),
    { mode: 0o755 },
  );
  writeFileSync(join(folder, 'weather.manifest.json'), '{"name":"weather"}\n');
  writeFileSync(
    join(folder, 'weather.bundle.js'),
    'console.log(JSON.stringify([__filename, process.env.SERVICE_STDIO ?? null, process.argv.slice(2)]))',
  );
  return { folder, script };
}

const run = (command: string, flags: readonly string[] = [], env: NodeJS.ProcessEnv = process.env): SpawnSyncReturns<string> =>
  spawnSync(command, flags, { encoding: 'utf8', env });

test('[D2.stdio.start-script-flags] the start script takes --stdio, --help, --version and --print-manifest', () => {
  const { folder, script } = project();
  assert.is(run(script, ['--version']).stdout, '1.2.3\n');
  assert.is(run(script, ['--print-manifest']).stdout, '{"name":"weather"}\n');
  const help = run(script, ['--help']);
  assert.is(help.status, 0);
  for (const flag of ['--stdio', '--help', '--version', '--print-manifest', 'PORT']) assert.match(help.stdout, flag);
  assert.equal(JSON.parse(run(script, ['--stdio']).stdout), [join(folder, 'weather.bundle.js'), '1', []]);
  assert.equal(JSON.parse(run(script).stdout), [join(folder, 'weather.bundle.js'), null, []]);
  rmSync(dirname(folder), { recursive: true });
});

test('[migrate.arguments] what follows -- reaches the program through the start script', () => {
  const { folder, script } = project();
  const started: unknown = JSON.parse(run(script, ['--stdio', '--', '/data', '--port']).stdout);
  assert.equal(started, [join(folder, 'weather.bundle.js'), '1', ['--', '/data', '--port']]);
  rmSync(dirname(folder), { recursive: true });
});

const hint = 'The port is that of the variable PORT; --help lists flags and variables.\n';

test('[D2.stdio.start-script-refusal] any other flag exits with code 2 and a fixed text', () => {
  const { folder, script } = project();
  for (const flags of [['--port'], ['--port=1'], ['--stdio', '--port', '1'], ['--version', '--port']]) {
    const refused = run(script, flags);
    assert.is(refused.status, 2);
    assert.is(refused.stderr, `unsupported flag '--port' on the server runner.\n${hint}`);
    assert.is(refused.stdout, '');
  }
  assert.is(run(script, ['serve']).stderr, `unsupported flag 'serve' on the server runner.\n${hint}`);
  assert.is(run(script, ['-p%s']).stderr, `unsupported flag '-p%s' on the server runner.\n${hint}`);
  rmSync(dirname(folder), { recursive: true });
});

test('the start script finds its bundle through relative and absolute symlinks, and says when node is missing', () => {
  const { folder, script } = project();
  const elsewhere = mkdtempSync(join(tmpdir(), 'service-links-'));
  symlinkSync(script, join(elsewhere, 'absolute'));
  symlinkSync('absolute', join(elsewhere, 'relative'));
  assert.equal(JSON.parse(run(join(elsewhere, 'relative')).stdout), [join(folder, 'weather.bundle.js'), null, []]);
  for (const tool of ['sh', 'readlink', 'dirname'])
    symlinkSync(execFileSync('which', [tool], { encoding: 'utf8' }).trim(), join(elsewhere, tool));
  const without = run(script, [], { PATH: elsewhere });
  assert.is(without.status, 127);
  assert.is(without.stderr, 'weather needs Node >= 20.19.0 on the PATH.\n');
  rmSync(elsewhere, { recursive: true });
  rmSync(dirname(folder), { recursive: true });
});

test('[config.node-version] the start script and the bundle refuse an older Node, and no version below our own least one is promised', () => {
  const [, major = '', minor = '', patch = ''] = /^v(\d+)\.(\d+)\.(\d+)/.exec(process.version) ?? [];
  const here = `${major}.${minor}.${patch}`;
  for (const [nodeVersion, least] of [
    ['>=99.1.2', '99.1.2'],
    [`>=${major}.${minor}.${Number(patch) + 1}`, `${major}.${minor}.${Number(patch) + 1}`],
    [`>= ${major}.${Number(minor) + 1}`, `${major}.${Number(minor) + 1}.0`],
  ] as const) {
    const { folder, script } = project(nodeVersion);
    const refused = run(script);
    assert.equal([refused.status, refused.stderr], [1, `weather needs Node >= ${least}, found v${here}\n`]);
    writeFileSync(join(folder, 'weather.bundle.js'), `${printNodeCheck('weather', nodeVersion)}console.log('ran')`);
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(folder, 'weather.bundle.js')], { encoding: 'utf8' });
    assert.equal([status, stderr, stdout], [1, `weather needs Node >= ${least}, found v${here}\n`, '']);
    rmSync(dirname(folder), { recursive: true });
  }
  for (const nodeVersion of [`>=${here}`, `>=${major}`, '>=18']) {
    const { folder, script } = project(nodeVersion);
    assert.is(run(script).status, 0, nodeVersion);
    writeFileSync(join(folder, 'weather.bundle.js'), `${printNodeCheck('weather', nodeVersion)}console.log('ran')`);
    assert.is(run(script).stdout, 'ran\n');
    rmSync(dirname(folder), { recursive: true });
  }
  assert.match(printNodeCheck('weather', '>=18'), 'needs Node >= 20.19.0');
});

test('names with quotes and dollars stay data in the script', () => {
  const nodeVersion = '>=20.19.0';
  const text = printStartScript({ name: "a'b", version: "1'; touch x; '$(id)$&", bundle: 'b.js', manifest: 'm.json', nodeVersion });
  const folder = mkdtempSync(join(tmpdir(), 'service-quotes-'));
  const script = join(folder, 'run');
  writeFileSync(script, text, { mode: 0o755 });
  assert.is(run(script, ['--version']).stdout, "1'; touch x; '$(id)$&\n");
  rmSync(folder, { recursive: true });
});

const input = {
  model: compiledModel(),
  name: 'weather',
  version: '1.2.3',
  entryPath: '/mcp',
  nativeAddons: [],
  packaging: {},
  furtherBundles: {},
  mergedExecutables: [],
  format: 'cjs' as const,
  defaultPort: 3000,
  nodeVersion: '>=20.19',
  bundle: { code: '', fileName: 'weather.bundle.js', bytes: 1, gzipBytes: 1, sha256: '' },
};

test('[setup.manifest] the config says of storage, network and programs what the sources do not', () => {
  const facts = { system: ['ffmpeg'], storage: { type: 'redis', required: false }, network: { defaultPort: 8080 } } as const;
  const questions = [{ id: 'key', prompt: 'Key', sensitive: true }];
  const manifest = nodeFiles({ ...input, packaging: { facts, questions } }).find(({ path }) => path === 'weather.manifest.json');
  const read = JSON.parse(String(manifest?.contents)) as Readonly<Record<string, unknown>>;
  assert.equal(read['storage'], { type: 'redis', required: false });
  assert.equal(read['network'], { defaultPort: 8080, supportsSocket: true });
  assert.equal(read['dependencies'], { system: ['ffmpeg'], nativeAddons: [] });
  assert.equal(read['setup'], { steps: [{ id: 'key', prompt: 'Key', env: 'KEY', type: 'text', sensitive: true }] });
});

test('[S4.3.node-files] beside the bundle: a CommonJS package.json, an executable start script and the manifest', () => {
  const files = nodeFiles(input);
  const file = (path: string): OutputFile | undefined => files.find((one) => one.path === path);
  assert.is(file('weather')?.mode, 0o755);
  assert.equal(JSON.parse(String(file('package.json')?.contents)), { type: 'commonjs' });
  assert.equal(JSON.parse(String(file('weather.manifest.json')?.contents)), {
    name: 'weather',
    version: '1.2.3',
    nodeVersion: '>=20.19',
    storage: { type: 'none', required: false },
    network: { defaultPort: 3000, supportsSocket: true },
    dependencies: { system: [], nativeAddons: [] },
    bundle: 'weather.bundle.js',
  });
});

test('[target.format] beside an ES module everything is one, and what starts it imports it', () => {
  const text = (files: readonly OutputFile[], path: string): string => String(files.find((one) => one.path === path)?.contents);
  const asModule = { ...input, format: 'esm' as const };
  assert.equal(JSON.parse(text(nodeFiles(asModule), 'package.json')), { type: 'module' });
  assert.is(text(distributedFiles(asModule), 'index.js'), 'import "./serverless-setup.js";\nimport "./weather.bundle.js";\n');
  assert.is(text(distributedFiles(input), 'index.js'), 'require("./serverless-setup.js");\nrequire("./weather.bundle.js");\n');
  assert.is(text(cliFiles(asModule), 'weather'), '#!/usr/bin/env node\nimport "./weather.bundle.js";\n');
});

test.run();

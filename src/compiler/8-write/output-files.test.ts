import { execFileSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compiledModel } from '../../../test/support/empty-model.ts';
import { requestOf } from '../../../test/support/compile.ts';
import { readArchive } from '../../cli/mcpb/read-archive.ts';
import { mcpbTarget } from '../../targets/mcpb/target.ts';
import { nodeTarget } from '../../targets/node/target.ts';
import type { Packaging } from '../model/packaging.ts';
import { materialFiles, outputFiles, zipFiles } from './output-files.ts';
import { bundleNodes } from '../../../scripts/serving/judges.ts';
import { sha256 } from '@service/sdk/hosts/node-sha256';
import { faultsOfBill } from '../../../test/support/check-sbom.ts';

const report = {
  bytes: 1,
  gzipBytes: 1,
  further: [],
  heaviest: [],
  libraries: [],
  inputs: [],
  bundled: [],
  packages: [],
  assets: [],
  copied: [],
  features: [],
  builtins: [],
};
const composed = {
  code: 'module.exports = {};',
  further: [],
  files: [{ path: 'assets/a.md', contents: 'a' }],
  report,
  model: compiledModel(),
};
const made = (packaging: Packaging) =>
  outputFiles(
    { ...composed, target: mcpbTarget, endpoint: { entryPath: '/', port: 3000 } },
    { ...requestOf('/p', 'weather'), version: '1.0.0', packaging },
  );

test('[mcpb.archive] everything is in one archive; --stage-only writes what would be in it', async () => {
  assert.equal(
    (await made({})).map(({ path }) => path),
    ['weather-1.0.0.mcpb', 'contract.json', 'sbom.cdx.json', 'licenses.txt'],
  );
  assert.equal(
    (await made({ stageOnly: true, icon: 'AAAA' })).map(({ path }) => path),
    [
      'server/index.js',
      'server/assets/a.md',
      'manifest.json',
      'server/package.json',
      'icon.png',
      'contract.json',
      'sbom.cdx.json',
      'licenses.txt',
    ],
  );
});

test('[mcpb.deterministic] equal files are equal archives; --no-deterministic has the time of the build', async () => {
  const archive = async (packaging: Packaging): Promise<Buffer> => Buffer.from((await made(packaging))[0]?.contents ?? '');
  const plain = await archive({});
  assert.ok(plain.equals(await archive({ isDeterministic: true })));
  assert.not.ok(plain.equals(await archive({ isDeterministic: false })));
  // The manifest is the first file, of 2000-01-01.
  assert.equal([plain.toString('latin1', 30, 43), plain.readUInt16LE(12)], ['manifest.json', (20 << 9) | (1 << 5) | 1]);
});

test('[sea.starts] [sea.archive] an executable lies beside the bundle of node, and may be run where an archive is unpacked', async () => {
  const executable = { path: 'weather-bin', platform: 'linux-x64', contents: Buffer.from('program') };
  const endpoint = { entryPath: '/', port: 3000 };
  const request = { ...requestOf('/p', 'weather'), version: '1.0.0' };
  const beside = await outputFiles({ ...composed, target: nodeTarget, endpoint, executable }, request);
  assert.equal(
    beside.find(({ path }) => path === 'weather-bin'),
    { path: 'weather-bin', contents: executable.contents, mode: 0o755 },
  );
  const path = 'bin/linux-x64/server';
  const [archive] = await outputFiles({ ...composed, target: mcpbTarget, endpoint, executable: { ...executable, path } }, request);
  const entries = await readArchive(Buffer.from(archive?.contents ?? ''));
  assert.is(entries.find((entry) => entry.path === path)?.mode, 0o100755);
  const manifest = Buffer.from(entries.find((entry) => entry.path === 'manifest.json')?.read() ?? '').toString();
  assert.match(manifest.replaceAll(/\s+/g, ' '), '"linux": { "command": "${__dirname}/bin/linux-x64/server", "args": [] }');
});

const files = [
  { path: 'server/index.js', contents: 'x'.repeat(5000) },
  { path: 'manifest.json', contents: '{}' },
  { path: 'empty', contents: '' },
  { path: 'run', contents: Buffer.from('#!/bin/sh\n'.repeat(500)), mode: 0o755 },
];

test('[mcpb.deterministic] equal files give equal bytes in any order, time zone and Node', async () => {
  const here = sha256(await zipFiles(files));
  assert.is(sha256(await zipFiles([...files].reverse())), here);
  const script = `import(${JSON.stringify(new URL('./output-files.ts', import.meta.url).href)}).then(async ({ zipFiles }) => {
    const { createHash } = await import('node:crypto');
    const files = ${JSON.stringify(files.map((file) => ({ ...file, contents: String(file.contents) })))};
    process.stdout.write(createHash('sha256').update(await zipFiles(files)).digest('hex'));
  })`;
  for (const { name, path } of bundleNodes()) {
    const args = ['--import', 'tsx', '--conditions=service-source', '--eval', script];
    assert.is(execFileSync(path, args, { encoding: 'utf8', env: { ...process.env, TZ: 'Pacific/Auckland' } }), here, name);
  }
});

test('[mcpb.deterministic] an archive holds every path, sorted, with its mode and bytes', async () => {
  const bytes = Buffer.from(await zipFiles(files, { first: 'run' }));
  const entries = await readArchive(bytes);
  assert.equal(
    entries.map((entry) => [entry.path, entry.mode.toString(8), sha256(entry.read())]),
    ['run', 'empty', 'manifest.json', 'server/index.js'].map((path) => {
      const { contents = '', mode = 0o644 } = files.find((file) => file.path === path) ?? {};
      return [path, (0o100000 | mode).toString(8), sha256(contents)];
    }),
  );
  assert.ok(bytes.byteLength < 1000, String(bytes.byteLength));
  // Flags and method of the empty file: nothing behind it, stored.
  const header = bytes.indexOf('empty') - 30;
  assert.equal([bytes.readUInt16LE(header + 6), bytes.readUInt16LE(header + 8)], [0, 0]);
});

const digest = '0f'.repeat(32);
const licenses = [
  'MIT',
  'MIT OR Apache-2.0',
  '(MIT AND (Apache-2.0 OR BSD-3-Clause))',
  '(see below)',
  'LGPL-2.1+',
  'SEE LICENSE IN LICENSE.md',
  'UNLICENSED',
  'Custom: https://example.org/?a="b"',
  'a\nb',
  '',
];

const billOf = (given: Partial<Parameters<typeof materialFiles>[0]>): string =>
  String(materialFiles({ name: 'server', version: '1.0.0', libraries: [], digest, ...given })[0]?.contents);

test('[build.sbom] the schema of CycloneDX 1.6 accepts bills with and without libraries, with unusual licences, names and versions', async () => {
  const libraries = licenses.map((license, at) => ({ name: `@scope/library-${at}`, version: '1.0.0-rc.1+build', license, texts: [] }));
  const unlicensed = { name: 'Ünusual name', version: '1', texts: ['text'] };
  for (const given of [{}, { libraries: [...libraries, unlicensed] }, { name: 'a "name"\n$(id)', version: '0.0.0-α' }])
    assert.is(await faultsOfBill(billOf(given)), null, JSON.stringify(given));
  // The judge itself: what is no bill is refused.
  assert.ok((await faultsOfBill(billOf({}).replace('"application"', '"program"'))) !== null);
  assert.ok((await faultsOfBill(billOf({}).replace('"version": 1', '"version": 1, "own": true'))) !== null);
});

test.run();

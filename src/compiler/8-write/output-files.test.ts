import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compiledModel } from '../../../test/support/empty-model.ts';
import { requestOf } from '../../../test/support/compile.ts';
import { readArchive } from '../../cli/mcpb/read-archive.ts';
import { mcpbTarget } from '../../targets/mcpb/target.ts';
import { nodeTarget } from '../../targets/node/target.ts';
import type { Packaging } from '../model/packaging.ts';
import { outputFiles } from './output-files.ts';

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

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compiledModel } from '../../fixtures/support/empty-model.ts';
import { requestOf } from '../../fixtures/support/compile.ts';
import { mcpbTarget } from '../targets/mcpb/target.ts';
import type { Packaging } from './model/packaging.ts';
import { outputFiles } from './output-files.ts';

const report = { bytes: 1, gzipBytes: 1, inputs: [], bundled: [], packages: [], assets: [], copied: [], features: [] };
const composed = { code: 'module.exports = {};', files: [{ path: 'assets/a.md', contents: 'a' }], report, model: compiledModel() };
const made = (packaging: Packaging) =>
  outputFiles(
    { ...composed, target: mcpbTarget, endpoint: { entryPath: '/', port: 3000 } },
    { ...requestOf('/p', 'weather'), version: '1.0.0', packaging },
  );

test('[mcpb.archive] everything is in one archive; --stage-only writes what would be in it', () => {
  assert.equal(
    made({}).map(({ path }) => path),
    ['weather-1.0.0.mcpb', 'contract.json'],
  );
  assert.equal(
    made({ stageOnly: true, icon: 'AAAA' }).map(({ path }) => path),
    ['server/index.js', 'server/assets/a.md', 'manifest.json', 'server/package.json', 'icon.png', 'contract.json'],
  );
});

test('[mcpb.deterministic] equal files are equal archives; --no-deterministic has the time of the build', () => {
  const archive = (packaging: Packaging): Buffer => Buffer.from(made(packaging)[0]?.contents ?? '');
  assert.ok(archive({}).equals(archive({ isDeterministic: true })));
  assert.not.ok(archive({}).equals(archive({ isDeterministic: false })));
  // The manifest is the first file, of 2000-01-01.
  assert.equal([archive({}).toString('latin1', 30, 43), archive({}).readUInt16LE(12)], ['manifest.json', (20 << 9) | (1 << 5) | 1]);
});

test.run();

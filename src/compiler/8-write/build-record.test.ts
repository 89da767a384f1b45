import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findBuildRecord, recordedNames, saveBuildRecord } from './build-record.ts';
import { writeFolder } from './write.ts';

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

async function recordedBuild(): Promise<{ root: string; folder: string; unchanged: (key?: string) => Promise<boolean> }> {
  const root = mkdtempSync(join(tmpdir(), 'service-record-'));
  const folder = join(root, 'dist', 'node');
  mkdirSync(join(root, 'src'));
  for (const name of ['src/main.ts', 'package.json', 'package-lock.json']) writeFileSync(join(root, name), name);
  const files = await writeFolder(
    folder,
    [
      { path: 'a.js', contents: 'a' },
      { path: 'run', contents: 'r', mode: 0o755 },
    ],
    { ownNames: new Set() },
  );
  await saveBuildRecord(root, {
    key: 'k',
    inputs: [join(root, 'src/main.ts'), join(root, 'src')],
    written: { folder, files, gzipBytes: 1 },
    report,
    diagnostics: [],
  });
  return { root, folder, unchanged: async (key = 'k') => (await findBuildRecord(root, folder, key)) !== undefined };
}

const changes: readonly [string, (at: { root: string; folder: string }) => void][] = [
  ['an input', ({ root }) => writeFileSync(join(root, 'src/main.ts'), 'other')],
  ['a file that appears in a folder that was read', ({ root }) => writeFileSync(join(root, 'src/new.md'), '')],
  ['a missing input', ({ root }) => rmSync(join(root, 'src/main.ts'))],
  ['package.json', ({ root }) => writeFileSync(join(root, 'package.json'), 'other')],
  ['the lock file', ({ root }) => writeFileSync(join(root, 'package-lock.json'), 'other')],
  ['a config file that appears', ({ root }) => writeFileSync(join(root, 'service.config.ts'), '')],
  ['a tsconfig.json that appears', ({ root }) => writeFileSync(join(root, 'tsconfig.json'), '')],
  ['an output', ({ folder }) => writeFileSync(join(folder, 'a.js'), 'tampered')],
  ['a missing output', ({ folder }) => rmSync(join(folder, 'a.js'))],
  ['a file added to the output', ({ folder }) => writeFileSync(join(folder, 'b.js'), '')],
  ['the mode of the start script', ({ folder }) => chmodSync(join(folder, 'run'), 0o644)],
  ['the whole output', ({ folder }) => rmSync(folder, { recursive: true })],
  ['a damaged record', ({ root }) => rmSync(join(root, '.service'), { recursive: true })],
];

test('[I2.build.unchanged-key] a build is unchanged until something that decides it changes', async () => {
  const { root, unchanged } = await recordedBuild();
  assert.ok(await unchanged());
  assert.not.ok(await unchanged('another compiler, Node or flag'));
  rmSync(root, { recursive: true });
  for (const [what, change] of changes) {
    const build = await recordedBuild();
    change(build);
    assert.not.ok(await build.unchanged(), what);
    rmSync(build.root, { recursive: true });
  }
});

test('[foreign.record] names of a record count as ours only while the files are those that it says', async () => {
  const { folder, root } = await recordedBuild();
  assert.equal([...(await recordedNames(root, folder))].toSorted(), ['a.js', 'run']);
  writeFileSync(join(folder, 'a.js'), 'of a person');
  assert.equal([...(await recordedNames(root, folder))], ['run']);
  for (const written of [null, {}, { files: 'all' }, { files: [null] }, { files: [{ path: 5 }] }]) {
    const [name = ''] = readdirSync(join(root, '.service/cache'));
    writeFileSync(join(root, '.service/cache', name), JSON.stringify({ key: 'k', inputs: {}, report, diagnostics: [], written }));
    assert.equal([...(await recordedNames(root, folder))], [], JSON.stringify(written));
    assert.is(await findBuildRecord(root, folder, 'k'), undefined);
  }
  rmSync(root, { recursive: true });
});

test.run();

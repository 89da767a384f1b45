import { execFileSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleNodes } from '../../../scripts/serving/judges.ts';
import { readArchive } from '../../cli/mcpb/read-archive.ts';
import { zipFiles } from './archive.ts';
import { sha256 } from './sha256.ts';

const files = [
  { path: 'server/index.js', contents: 'x'.repeat(5000) },
  { path: 'manifest.json', contents: '{}' },
  { path: 'empty', contents: '' },
  { path: 'run', contents: Buffer.from('#!/bin/sh\n'.repeat(500)), mode: 0o755 },
];

test('[mcpb.deterministic] equal files give equal bytes in any order, time zone and Node', async () => {
  const here = sha256(await zipFiles(files));
  assert.is(sha256(await zipFiles([...files].reverse())), here);
  const script = `import(${JSON.stringify(new URL('./archive.ts', import.meta.url).href)}).then(async ({ zipFiles }) => {
    const { createHash } = await import('node:crypto');
    const files = ${JSON.stringify(files.map((file) => ({ ...file, contents: String(file.contents) })))};
    process.stdout.write(createHash('sha256').update(await zipFiles(files)).digest('hex'));
  })`;
  for (const { name, path } of bundleNodes()) {
    const args = ['--import', 'tsx', '--eval', script];
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

test.run();

import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sha256 } from './sha256.ts';
import { zipFiles } from './zip.ts';

const files = [
  { path: 'server/index.js', contents: 'x'.repeat(5000) },
  { path: 'manifest.json', contents: '{}' },
  { path: 'run', contents: '#!/bin/sh\n', mode: 0o755 },
];

test('equal files give equal bytes in any order and time zone', () => {
  const here = sha256(zipFiles(files));
  assert.is(sha256(zipFiles([...files].reverse())), here);
  const script = `import(${JSON.stringify(new URL('./zip.ts', import.meta.url).href)}).then(async ({ zipFiles }) => {
    const { createHash } = await import('node:crypto');
    process.stdout.write(createHash('sha256').update(zipFiles(${JSON.stringify(files)})).digest('hex'));
  })`;
  const elsewhere = spawnSync(process.execPath, ['--import', 'tsx', '--eval', script], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Pacific/Auckland' },
  });
  assert.is(elsewhere.stdout, here);
});

test('an archive holds every path, sorted', () => {
  const bytes = Buffer.from(zipFiles(files)).toString('latin1');
  const locations = ['manifest.json', 'run', 'server/index.js'].map((path) => bytes.indexOf(path));
  assert.ok(locations.every((location) => location > 0));
  assert.equal(
    locations,
    [...locations].sort((a, b) => a - b),
  );
});

test.run();

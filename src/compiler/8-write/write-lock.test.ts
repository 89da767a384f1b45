import { sha256 } from '@service/sdk/hosts/node-sha256';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type LockedDocument, readLock } from '@service/sdk/hosts/document-lock';
import { writeLock } from './write-lock.ts';

const test = suite<{ root: string; from: string; outside: string }>('lock of documents');
test.before.each((context) => {
  const folder = mkdtempSync(join(tmpdir(), 'service-lock-'));
  for (const name of ['root', 'from/service.lock', 'outside']) mkdirSync(join(folder, name), { recursive: true });
  Object.assign(context, { root: join(folder, 'root'), from: join(folder, 'from'), outside: join(folder, 'outside') });
});
test.after.each(({ root }) => rmSync(join(root, '..'), { recursive: true, force: true }));

/** A fetched document. */
function fetched(from: string, name: string, text: string): LockedDocument {
  const hash = sha256(Buffer.from(text));
  const file = `${name}-${hash.slice(0, 12)}.json`;
  writeFileSync(join(from, 'service.lock', file), text);
  return {
    adapter: 'Lists far',
    address: `https://example.com/${name}`,
    sha256: hash,
    date: '2026-01-01T00:00:00.000Z',
    bytes: text.length,
    file,
  };
}

const documents = (root: string): readonly string[] =>
  readLock(root).map(({ file }) => readFileSync(join(root, 'service.lock', file), 'utf8'));

test('[A13.refresh] a refresh that ends in the middle leaves the old lock with its documents, and the next one cleans up', ({
  from,
  root,
}) => {
  writeLock(root, from, [fetched(from, 'a', 'old a'), fetched(from, 'b', 'old b')]);
  const lock = readFileSync(join(root, 'service.lock.json'), 'utf8');
  const next = [fetched(from, 'a', 'new a'), fetched(from, 'b', 'new b')];
  rmSync(join(from, 'service.lock', next[1]?.file ?? ''));
  assert.throws(() => writeLock(root, from, next), /Cannot write to .*service\.lock\.json/);
  assert.is(readFileSync(join(root, 'service.lock.json'), 'utf8'), lock);
  assert.equal(documents(root), ['old a', 'old b']);
  writeFileSync(join(root, 'service.lock', '.left.json.new'), 'half');

  const changes = writeLock(root, from, [
    { ...fetched(from, 'a', 'old a'), date: '2026-02-02T00:00:00.000Z' },
    fetched(from, 'c', 'new c'),
  ]);
  assert.equal(
    changes.map(({ address, kind }) => `${kind} ${address}`),
    ['unchanged https://example.com/a', 'added https://example.com/c', 'removed https://example.com/b'],
  );
  assert.equal(documents(root), ['old a', 'new c']);
  assert.is(readLock(root)[0]?.date, '2026-01-01T00:00:00.000Z', 'the date is when the document came');
  assert.is(readdirSync(join(root, 'service.lock')).length, 2);
  writeLock(root, from, []);
  assert.not.ok(existsSync(join(root, 'service.lock.json')));
});

for (const name of ['service.lock', 'service.lock.json'])
  test(`[A13.refresh] nothing is written or removed through a symbolic link: ${name}`, ({ from, outside, root }) => {
    writeFileSync(join(outside, 'service.lock.json'), 'mine');
    symlinkSync(name === 'service.lock' ? outside : join(outside, 'service.lock.json'), join(root, name));
    assert.throws(() => writeLock(root, from, [fetched(from, 'a', 'text')]), /is a symbolic link: nothing was written/);
    assert.equal(readdirSync(outside), ['service.lock.json']);
    assert.is(readFileSync(join(outside, 'service.lock.json'), 'utf8'), 'mine');
  });

test.run();

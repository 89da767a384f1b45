import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { connect } from '../test-support/connect.mjs';

let client;
let root;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'git-history-'));
  const git = (...args) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false', ...args]);
  git('init', '-q', '-b', 'main');
  await writeFile(join(root, 'poem.txt'), 'one\n');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin a poem');
  await writeFile(join(root, 'poem.txt'), 'one\ntwo\n');
  git('commit', '-q', '-a', '-m', 'Go on with it');
  client = await connect({ GIT_ROOT: root });
});
after(() => client?.close());

const call = (name, args) => client.request('tools/call', { name, arguments: args });

test('lists commits, newest first', async () => {
  const { structuredContent } = await call('git-log', { path: 'poem.txt' });
  assert.deepEqual(
    structuredContent.commits.map(({ author, subject }) => `${author}: ${subject}`),
    ['Ada: Go on with it', 'Ada: Begin a poem'],
  );
});

test('shows a file as it was', async () => {
  const { structuredContent } = await call('git-show', { revision: 'HEAD~1', path: 'poem.txt' });
  assert.equal(structuredContent.text, 'one\n');
});

test('shows what changed', async () => {
  const { structuredContent } = await call('git-diff', { from: 'HEAD~1' });
  assert.match(structuredContent.diff, /^\+two$/m);
});

test('says who wrote a line', async () => {
  const { structuredContent } = await call('git-blame', { path: 'poem.txt' });
  assert.deepEqual(
    structuredContent.lines.map(({ author, number, text }) => `${number} ${author} ${text}`),
    ['1 Ada one', '2 Ada two'],
  );
});

test('takes no option for a revision', async () => {
  const out = join(root, 'written');
  for (const revision of [`--output=${out}`, '-O', 'HEAD; touch x', '$(touch x)']) {
    const { isError } = await call('git-log', { revision });
    assert.equal(isError, true, revision);
  }
  assert.equal(existsSync(out), false);
});

test('names what git did not find', async () => {
  const { isError, content } = await call('git-show', { revision: 'nowhere' });
  assert.equal(isError, true);
  assert.match(content[0].text, /nowhere/);
});

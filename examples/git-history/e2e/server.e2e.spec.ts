import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@service/testing';

const env: Record<string, string> = {};
let root = '';

test.use({ server: './src/main.ts', env });
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'git-history-'));
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  const git = (...args: string[]): Buffer => execFileSync('git', ['-C', root, ...author, ...args]);
  git('init', '-q', '-b', 'main');
  await writeFile(join(root, 'poem.txt'), 'one\n');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin a poem');
  await writeFile(join(root, 'poem.txt'), 'one\ntwo\n');
  git('commit', '-q', '-a', '-m', 'Go on with it');
  env['GIT_ROOT'] = root;
});
test.afterAll(() => rm(root, { recursive: true }));

test('lists commits, newest first', async ({ mcp }) => {
  expect((await mcp.tools.call('git-log', { path: 'poem.txt' })).json()).toMatchObject({
    commits: [
      { author: 'Ada', subject: 'Go on with it' },
      { author: 'Ada', subject: 'Begin a poem' },
    ],
  });
});

test('shows a file as it was', async ({ mcp }) => {
  expect((await mcp.tools.call('git-show', { revision: 'HEAD~1', path: 'poem.txt' })).json()).toMatchObject({ text: 'one\n' });
});

test('shows what changed', async ({ mcp }) => {
  expect(await mcp.tools.call('git-diff', { from: 'HEAD~1' })).toHaveTextContent('+two');
});

test('says who wrote a line', async ({ mcp }) => {
  expect((await mcp.tools.call('git-blame', { path: 'poem.txt' })).json()).toMatchObject({
    lines: [
      { number: 1, author: 'Ada', text: 'one' },
      { number: 2, author: 'Ada', text: 'two' },
    ],
  });
});

test('takes no option for a revision', async ({ mcp }) => {
  const out = join(root, 'written');
  for (const revision of [`--output=${out}`, '-O', 'HEAD; touch x', '$(touch x)'])
    expect(await mcp.tools.call('git-log', { revision })).toBeError();
  expect(existsSync(out)).toBe(false);
});

test('names what git did not find', async ({ mcp }) => {
  const result = await mcp.tools.call('git-show', { revision: 'nowhere' });
  expect(result).toBeError();
  expect(result).toHaveTextContent('nowhere');
});

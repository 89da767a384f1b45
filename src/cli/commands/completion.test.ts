import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string }>('completion');
test.before((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-completion-')));
  mkdirSync(join(context.root, 'dist/node'), { recursive: true });
  writeFileSync(
    join(context.root, 'dist/node/contract.json'),
    JSON.stringify({ tools: [{ name: 'add', description: 'Adds\nnumbers.' }, { name: 'add-note' }] }),
  );
});
test.after(({ root }) => rmSync(root, { recursive: true, force: true }));

const everyTarget = ['node', 'worker', 'serverless_a', 'serverless_b', 'distributed', 'cli', 'browser', 'sdk', 'mcpb'];

test('[I7.completion] without a shell it says which there are', async ({ root }) => {
  const { code, stderr } = await runCli(['completion'], { cwd: root });
  assert.is(code, 2);
  assert.match(stderr, "missing required argument 'shell'");
  assert.match(stderr, 'It can be: bash, zsh or fish');
});

test('[I7.completion] proposes commands, flags, and values that only the moment knows', async ({ root }) => {
  const values = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { code, stdout, stderr } = await runCli(['__complete', ...words], { cwd: root });
    assert.equal([code, stderr], [0, ''], words.join(' '));
    return stdout.split('\n').map((line) => line.split('\t')[0] ?? '');
  };
  const first = await values('');
  for (const word of ['build', 'contract', 'generate', 'registry']) assert.ok(first.includes(word), word);
  assert.not.ok(first.includes('contract diff'));
  assert.equal(await values('contract', ''), ['diff']);
  assert.equal(await values('build', '--target', ''), everyTarget);
  assert.equal(await values('build', '--target=', ''), ['']);
  assert.equal(
    await values('build', '--target='),
    everyTarget.map((name) => `--target=${name}`),
  );
  assert.equal(await values('build', '--target', '='), everyTarget, 'as bash takes it apart');
  assert.equal(
    await values('build', '--target', 'node,'),
    everyTarget.map((name) => `node,${name}`),
  );
  assert.ok((await values('--')).includes('--json'));
  assert.ok((await values('build', '--')).includes('--out-dir'));
  assert.ok((await values('explain', '')).includes('unknown-option'));
  assert.equal(await values('inspect', ''), ['add', 'add-note']);
  assert.equal(await values('inspect', '--target', 'node', ''), ['add', 'add-note'], 'a flag and its value are no argument');
  assert.ok((await values('help', 'ex')).includes('exit-codes'));
  assert.equal((await values('generate', '')).slice(0, 2), ['tool', 'resource']);
  assert.ok((await values('generate', '')).includes('client'));
  assert.equal(await values('build', 'x', 'y', ''), ['']);
  assert.equal(await values('nonsense', ''), ['']);
});

test('[X.name.completion] installed completion scripts start no program when the shell starts', async () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const { stdout } = await runCli(['completion', shell]);
    const line = shell === 'zsh' ? `autoload -Uz compinit; compinit -u -D\n${stdout}` : stdout;
    const options = { reject: false, env: { PATH: '/usr/bin:/bin' }, extendEnv: false } as const;
    const { stderr } = await execa(shell, [...(shell === 'bash' ? ['--norc'] : []), '-c', line], options);
    assert.is(stderr, '', shell);
  }
});

test('[I7.completion] a shell that it does not know is refused with the one that was meant', async () => {
  const wrong = await runCli(['completion', 'bsh']);
  assert.is(wrong.code, 2);
  assert.match(wrong.stderr, 'Did you mean `bash`?');
});

test.run();

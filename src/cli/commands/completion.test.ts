import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cliBinary, runCli } from '../run-cli.ts';

const test = suite<{ root: string; path: string }>('completion');
test.before((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-completion-')));
  const bin = join(context.root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'service'), `#!/bin/sh\nexec "${process.execPath}" "${cliBinary}" "$@"\n`, { mode: 0o755 });
  context.path = `${bin}:${process.env['PATH'] ?? ''}`;
  mkdirSync(join(context.root, 'dist/node'), { recursive: true });
  writeFileSync(
    join(context.root, 'dist/node/contract.json'),
    JSON.stringify({ tools: [{ name: 'add', description: 'Adds\nnumbers.' }, { name: 'add-note' }] }),
  );
});
test.after(({ root }) => rmSync(root, { recursive: true, force: true }));

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
  assert.equal(await values('build', '--target', ''), ['node', 'worker']);
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

test('[I7.completion] the script works in the shell it is for', async ({ root, path }) => {
  const env = { PATH: path };
  const typed =
    'source <(service completion bash); COMP_WORDS=(service build --tar); COMP_CWORD=2; _service_complete; echo "${COMPREPLY[@]}"; COMP_WORDS=(service inspect add-); _service_complete; echo "${COMPREPLY[@]}"';
  const { stdout } = await execa('bash', ['--norc', '-c', typed], { cwd: root, env });
  assert.is(stdout, '--target\nadd-note');
  for (const shell of ['zsh', 'fish']) {
    const { code, stdout: script } = await runCli(['completion', shell]);
    assert.is(code, 0);
    assert.match(script, '__complete');
    const checked = await execa(shell, ['-n', '/dev/stdin'], { input: script, reject: false, env });
    // Shells that are not on this machine cannot judge.
    if (checked.exitCode !== undefined) assert.is(checked.exitCode, 0, checked.stderr);
  }
  const wrong = await runCli(['completion', 'bsh']);
  assert.is(wrong.code, 2);
  assert.match(wrong.stderr, 'Did you mean `bash`?');
});

test.run();

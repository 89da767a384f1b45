import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PseudoTerminal } from '../../../test/support/cli/pseudo-terminal.ts';
import { cliBinary, runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; path: string }>('completion');
test.before((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-completion-')));
  const bin = join(context.root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'service'), `#!/bin/sh\nexec "${process.execPath}" "${cliBinary}" "$@"\n`, { mode: 0o755 });
  const npx = `#!/bin/sh\n[ "$1 $2" = "--no service" ] || { touch "${context.root}/fetched"; exit 1; }\nshift; exec "$@"\n`;
  writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 });
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
  assert.equal(await values('build', '--target', ''), ['node', 'worker', 'distributed', 'cli', 'mcpb']);
  assert.equal(await values('build', '--target=', ''), ['']);
  assert.equal(await values('build', '--target='), [
    '--target=node',
    '--target=worker',
    '--target=distributed',
    '--target=cli',
    '--target=mcpb',
  ]);
  assert.equal(await values('build', '--target', '='), ['node', 'worker', 'distributed', 'cli', 'mcpb'], 'as bash takes it apart');
  assert.equal(await values('build', '--target', 'node,'), ['node,node', 'node,worker', 'node,distributed', 'node,cli', 'node,mcpb']);
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

/** What one shell is given, typed at its prompt, and must then show. The stand-in for npx runs what `npx --no service` would. */
const shells = {
  bash: { start: 'bash --norc --noprofile -i', load: 'source <(service completion bash)' },
  zsh: { start: 'zsh -f -i', load: 'autoload -Uz compinit; compinit -u -D; source <(service completion zsh)' },
  fish: { start: 'fish --no-config -i', load: 'service completion fish | source' },
} as const;

for (const [shell, { start, load }] of Object.entries(shells))
  test(`[I7.completion] ${shell} itself completes flags, targets and the names of tools`, async ({ root, path }) => {
    const terminal = new PseudoTerminal(`exec ${start}`, { cwd: root, env: { PATH: path } });
    try {
      // The echo of what is typed does not hold the word that is waited for.
      terminal.type(`${load}; echo rea"d"y\n`);
      await terminal.shows(/ready\r?\n/);
      for (const [typed, shown] of [
        ['service build --tar\t', /--target/],
        ['service build --target=wo\t', /worker/],
        ['service build --target node,wo\t', /node,worker/],
        ['service inspect add-\t', /add-note/],
        ['service expla\t', /explain/],
        ['service explain unknown-opt\t', /unknown-option/],
        ['npx --no service build --target=wo\t', /worker/],
      ] as const) {
        terminal.type(typed);
        await terminal.shows(shown);
        terminal.type('\u0015');
      }
    } finally {
      await terminal.kill();
    }
  });

test('[X.name.completion] the service of the operating system and a bare npx are never asked', async ({ root, path }) => {
  const script = (await runCli(['completion', 'bash'])).stdout;
  const asked = async (line: string, PATH: string): Promise<readonly string[]> => {
    const words = line.split(' ').map((word) => JSON.stringify(word));
    const source = `${script}\nCOMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}; _service_complete; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await execa('bash', ['--norc', '-c', source], { cwd: root, env: { PATH }, extendEnv: false });
    return stdout.split('\n').filter((word) => word !== '');
  };
  assert.equal(await asked('npx --no service build --target wo', path), ['worker']);
  assert.equal(await asked('npx service build --target wo', path), []);
  assert.equal(await asked('npx --yes service build --target wo', path), []);
  assert.is(existsSync(join(root, 'fetched')), false);
  const system = '/usr/sbin:/usr/bin:/bin';
  assert.equal(await asked('service build --target wo', system), []);
  const { stdout } = await execa('bash', ['--norc', '-c', `${script}\ncomplete -p service || echo none`], {
    env: { PATH: system },
    extendEnv: false,
  });
  assert.is(stdout, 'none');
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

test('[I7.completion] where values are known no files are offered; where none are, files', async ({ root, path }) => {
  writeFileSync(join(root, 'wo.ts'), '');
  const offered = async (line: string): Promise<readonly string[]> => {
    const { stdout } = await execa('fish', ['--no-config', '-c', `service completion fish | source; complete -C ${JSON.stringify(line)}`], {
      cwd: root,
      env: { PATH: path },
    });
    return stdout.split('\n').map((found) => found.split('\t')[0] ?? '');
  };
  assert.equal(await offered('service build --target wo'), ['worker']);
  assert.equal(await offered('service build --entry wo'), ['wo.ts']);
});

test('[I7.completion] a shell that it does not know is refused with the one that was meant', async () => {
  const wrong = await runCli(['completion', 'bsh']);
  assert.is(wrong.code, 2);
  assert.match(wrong.stderr, 'Did you mean `bash`?');
});

test.run();

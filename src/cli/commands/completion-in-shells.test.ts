/* Completion as bash, zsh and fish do it: they start the command line at every press of Tab. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PseudoTerminal } from '../../../test/support/cli/pseudo-terminal.ts';
import { cliBinary, runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; path: string }>('completion in shells');
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

test.run();

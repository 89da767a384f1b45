import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

function run(script: string, ...args: readonly string[]) {
  const line = ['--import', 'tsx', '--conditions=service-source', join(import.meta.dirname, `${script}.ts`), ...args];
  const { status, stderr, stdout } = spawnSync(process.execPath, line, { encoding: 'utf8' });
  return { status, stdout, stderr: stderr.trim() };
}

/** The same within this process, for commands that look at their flags before they load or do anything: what it says, and its code. */
async function runHere(script: string, ...args: readonly string[]): Promise<{ status: unknown; stderr: string }> {
  const { argv } = process;
  const exit = process.exit.bind(process);
  const { error } = console;
  const lines: unknown[] = [];
  process.argv = [process.execPath, script, ...args];
  process.exit = (code) => {
    throw new Ended(code);
  };
  console.error = (line: unknown) => void lines.push(line);
  try {
    // A question mark: each run loads its text anew.
    const ended: unknown = await import(`./${script}.ts?${args.join(' ')}`).catch((thrown: unknown) => thrown);
    if (!(ended instanceof Ended)) throw new Error(`${script} went on after ${args.join(' ')}`, { cause: ended });
    return { status: ended.code, stderr: lines.join('\n') };
  } finally {
    Object.assign(process, { argv, exit });
    console.error = error;
  }
}

class Ended extends Error {
  readonly code: unknown;

  constructor(code: unknown) {
    super();
    this.code = code;
  }
}

test('a command of the repository does nothing for a flag that it does not know, and says so in one line', () => {
  assert.equal(run('attacks', '--jsn'), {
    status: 2,
    stdout: '',
    stderr: "npm run attacks: Unknown option '--jsn'; known: --json, --store, --only, --without",
  });
  // Of a store that is none nothing would be attacked, and nothing would succeed.
  assert.equal(run('attacks', '--store', 'sqlit'), {
    status: 2,
    stdout: '',
    stderr: 'npm run attacks: --store takes one of memory, redis, sqlite',
  });
  for (const script of ['conformance', 'chaos', 'clients', 'migrate-servers', 'mutations']) {
    const { status, stderr } = run(script, '--nothing');
    assert.is(status, 2, script);
    assert.match(stderr, new RegExp(`^npm run ${script}: Unknown option '--nothing'; known: --json[^\n]*$`));
  }
});

test('known flags are printed with their purpose', () => {
  const told = "npm run demo: Unknown option '--serv'; known: --serve (leave the server running), --keep (keep the project)";
  assert.equal(run('demo', '--serv'), { status: 2, stdout: '', stderr: told });
  assert.match(
    run('measure', 'guard-cost', '--q').stderr,
    /^npm run measure -- guard-cost: .*; known: --json, --quick \(shows that it runs\)$/,
  );
  assert.match(run('../bench/bench', '--q').stderr, /known: --json \(one document on stdout\), --quick \(shows that all of it runs\)$/);
});

const wrong: readonly (readonly [script: string, flag: string, given: string, range: string])[] = [
  ['chaos', 'seed', 'x', 'of at least 0'],
  ['chaos', 'seed', '', 'of at least 0'],
  ['chaos', 'seconds', '601', 'from 1 to 600'],
  ['chaos', 'seconds', '1e1', 'from 1 to 600'],
  ['mutations', 'judges', 'five', 'of at least 0'],
  ['mutations', 'sample', 'abc', 'of at least 1'],
  ['mutations', 'sample', '0', 'of at least 1'],
  ['mutations', 'seed', '-1', 'of at least 0'],
  ['mutations', 'minutes', 'Infinity', 'of at least 1'],
  ['mutations', 'jobs', '0', 'of at least 1'],
];
for (const [script, flag, given, range] of wrong)
  test(`npm run ${script} does nothing for --${flag}=${given}`, async () => {
    const stderr = `npm run ${script}: --${flag} takes a whole number ${range}; got "${given}"`;
    assert.equal(await runHere(script, `--${flag}=${given}`), { status: 2, stderr });
  });

test('--help prints what a command knows, and the command does nothing', () => {
  const known = 'npm run demo: known: --serve (leave the server running), --keep (keep the project)\n';
  assert.equal(run('demo', '--help'), { status: 0, stdout: known, stderr: '' });
  assert.match(run('measure', 'guard-cost', '--help').stdout, /^npm run measure -- guard-cost: known: --json, --quick/);
  const usage = 'node --import tsx scripts/pack.ts [<folder>]: packs every package into the folder (dist/packages without one)';
  assert.equal(run('pack', '--help'), { status: 0, stdout: `${usage}\n`, stderr: '' });
  for (const wrong of [['--hlp'], ['one', 'two']]) assert.equal(run('pack', ...wrong), { status: 2, stdout: '', stderr: usage });
});

test.run();

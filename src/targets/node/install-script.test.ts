import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SetupQuestion } from '../../compiler/model/packaging.ts';
import { printInstallScript } from './install-script.ts';
import { BadSetup, setupData, setupSteps } from './setup-steps.ts';
import { printStartScript } from './start-script.ts';

const test = suite<{ root: string }>('install script');
test.before.each((context) => {
  context.root = mkdtempSync(join(tmpdir(), "service-install 'é-"));
});
test.after.each(({ root }) => rmSync(root, { recursive: true }));

const questions: readonly SetupQuestion[] = [
  { id: 'store', prompt: "Store it's in", jsonSchema: { enum: ['memory', 'redis'], default: 'memory' }, group: 'Storage' },
  { id: 'redis-url', prompt: '$(touch pwned)', env: 'REDIS_URL', showWhen: { store: 'redis' } },
  { id: 'limit', prompt: 'Limit', jsonSchema: { type: 'integer', minimum: 1, maximum: 9, default: 5 } },
  { id: 'key', prompt: 'Key', sensitive: true, env: 'API_KEY' },
];

/** An output folder with a bundle that prints the variables that it was started with. */
function made(root: string, given: readonly SetupQuestion[], system: readonly string[] = []): string {
  const folder = join(root, 'dist');
  mkdirSync(folder);
  const names = { name: 'weather', manifest: 'weather.manifest.json', bundle: 'weather.bundle.js' };
  const install = printInstallScript({ ...names, system, steps: setupSteps(given) });
  writeFileSync(join(folder, 'install-weather.sh'), install, { mode: 0o755 });
  writeFileSync(join(folder, 'weather'), printStartScript({ ...names, version: '1.0.0', nodeVersion: '>=20.19.0' }), { mode: 0o755 });
  writeFileSync(join(folder, names.manifest), '{}');
  writeFileSync(
    join(folder, names.bundle),
    'const { STORE, REDIS_URL, LIMIT, API_KEY } = process.env; console.log([STORE, REDIS_URL, LIMIT, API_KEY].join());',
  );
  return folder;
}

const run = (folder: string, flags: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(join(folder, 'install-weather.sh'), flags, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: join(folder, '../home'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

test('[setup.install] answers come from variables and defaults, conditions select the questions, and the start script passes the answers on', ({
  root,
}) => {
  const folder = made(root, questions);
  const missing = run(folder, ['--yes']);
  assert.equal([missing.status, missing.stderr], [1, 'weather: set API_KEY: an answer is needed. Nothing was installed.\n']);
  assert.equal(readdirSync(join(root, 'home/.local/lib')), []);
  const high = run(folder, ['--yes'], { LIMIT: '10', API_KEY: 'k' });
  assert.match(high.stderr, 'set LIMIT: at most 9 is allowed');
  const wrong = run(folder, ['--yes'], { STORE: 'disk', API_KEY: 'k' });
  assert.match(wrong.stderr, 'set STORE: one of these is needed: memory redis');

  const prefix = join(root, 'pre fix');
  const done = run(folder, ['--yes', '--prefix', prefix], { API_KEY: `it's "not"`.slice(0, 4), REDIS_URL: 'redis://unused' });
  assert.is(done.status, 0, done.stderr);
  assert.is(readFileSync(join(prefix, 'lib/weather/.env'), 'utf8'), `STORE='memory'\nLIMIT='5'\nAPI_KEY="it's"\n`);
  assert.is(statSync(join(prefix, 'lib/weather/.env')).mode & 0o777, 0o600);
  const start = (env = {}): string =>
    execFileSync(join(prefix, 'bin/weather'), [], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } });
  assert.is(start(), "memory,,5,it's\n");
  assert.is(start({ LIMIT: '7' }), "memory,,7,it's\n", 'a variable that is set wins');
  // A second installation replaces the first.
  assert.is(run(folder, [`--prefix=${prefix}`], { STORE: 'redis', REDIS_URL: 'redis://a', API_KEY: 'k' }).status, 0);
  assert.is(start(), 'redis,redis://a,5,k\n');
  assert.equal(readdirSync(join(prefix, 'lib')), ['weather']);
  assert.not.ok(existsSync(join(folder, 'pwned')));
});

test('[setup.install] a number is one number: what stands on a further line is neither taken nor run', ({ root }) => {
  const folder = made(root, questions);
  for (const LIMIT of ['5\n", system("touch pwned"), "', 'system("touch pwned")\n5', '5) || system("touch pwned"']) {
    const refused = run(folder, ['--yes'], { LIMIT, API_KEY: 'k' });
    assert.is(refused.status, 1, JSON.stringify(LIMIT));
    assert.match(refused.stderr, /set LIMIT: (?:one|a whole) number is needed/);
  }
  for (const [LIMIT, isTaken] of [
    ['9', true],
    ['-1', false],
    ['007', true],
    ['10', false],
  ] as const)
    assert.is(run(folder, ['--yes', `--prefix=${root}/n${LIMIT}`], { LIMIT, API_KEY: 'k' }).status === 0, isTaken, LIMIT);
  assert.not.ok(existsSync(join(folder, 'pwned')));
});

test('[setup.install] a folder without an installation is left alone, and a missing program is named', ({ root }) => {
  const folder = made(root, [], ['no-such-program-here']);
  assert.match(run(folder, []).stderr, "weather: needs the program 'no-such-program-here' on the PATH. Nothing was installed.");
  rmSync(folder, { recursive: true });
  const plain = made(root, []);
  const local = join(root, 'home/.local');
  mkdirSync(join(local, 'lib/weather'), { recursive: true });
  writeFileSync(join(local, 'lib/weather/mine'), '');
  assert.match(run(plain, []).stderr, /lib\/weather exists and is no installation of it\. Nothing was changed\./);
  rmSync(join(local, 'lib/weather'), { recursive: true });
  mkdirSync(join(local, 'bin'), { recursive: true });
  writeFileSync(join(local, 'bin/weather'), 'mine');
  assert.match(run(plain, []).stderr, /bin\/weather exists and is no link\. Nothing was changed\./);
  assert.is(readFileSync(join(local, 'bin/weather'), 'utf8'), 'mine');
  assert.equal([run(plain, ['--nope=1']).status, run(plain, ['--help']).status], [2, 0]);
});

test('[setup.steps] steps follow next; unknown, doubled, circular and unreachable ones are refused', () => {
  const step = (id: string, more: Partial<SetupQuestion> = {}): SetupQuestion => ({ id, prompt: id, ...more });
  assert.equal(
    setupSteps([step('a', { next: 'c' }), step('b', { next: 'd' }), step('c', { next: 'b' }), step('d')]).map(({ id }) => id),
    ['a', 'c', 'b', 'd'],
  );
  const refusal = (...steps: readonly SetupQuestion[]): string => {
    try {
      setupSteps(steps);
      return '';
    } catch (error) {
      return error instanceof BadSetup ? error.message : '';
    }
  };
  assert.is(refusal(step('a'), step('a')), "two steps have the id 'a'");
  assert.is(refusal(step('a', { next: 'x' })), "next of 'a' names 'x', which is no step");
  assert.is(refusal(step('a'), step('b', { next: 'a' })), "the steps lead back to 'a'");
  assert.is(refusal(step('a', { next: 'c' }), step('b'), step('c')), "'b' is never asked: no step leads to it");
  assert.is(refusal(step('a', { showWhen: { b: '1' } }), step('b')), "showWhen of 'a' names 'b', which is no earlier step");
  // As the manifest holds it.
  assert.equal(JSON.parse(JSON.stringify(setupData(setupSteps(questions.slice(0, 1))))), {
    steps: [
      {
        id: 'store',
        prompt: "Store it's in",
        group: 'Storage',
        env: 'STORE',
        type: 'text',
        sensitive: false,
        choices: ['memory', 'redis'],
        default: 'memory',
      },
    ],
  });
});

test.run();

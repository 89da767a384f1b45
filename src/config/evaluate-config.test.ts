/* Configs that are programs: run, or only looked at. */
import { createHook } from 'node:async_hooks';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigProblem } from './config-problem.ts';
import { evaluateConfig, readBundledConfig, type EvaluatedConfig } from './evaluate-config.ts';

const test = suite<{ root: string }>('evaluate-config');
test.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-evaluate-')));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

function write(root: string, name: string, text: string): string {
  const file = join(root, name);
  writeFileSync(file, text);
  return file;
}

const look = (file: string): Promise<EvaluatedConfig> => evaluateConfig(file, 'look');
const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no problem',
    (error: unknown) => (error instanceof ConfigProblem ? error.diagnostics.map(({ message }) => message).join('\n') : String(error)),
  );

test('[foreign.project] a look gives the same value as a run, without running anything here', async ({ root }) => {
  write(root, 'name.ts', `export const name: string = 'demo';`);
  const text = `import { name } from './name.ts';\nglobalThis.configRan = (globalThis.configRan ?? 0) + 1;\nexport default { name, port: 3000 };`;
  const file = write(root, 'service.config.ts', text);
  const looked = await look(file);
  assert.equal([looked.value, looked.text], [{ name: 'demo', port: 3000 }, text]);
  assert.is(Reflect.get(globalThis, 'configRan'), undefined);
  const run = await evaluateConfig(file);
  assert.equal([run.value, run.text], [looked.value, text]);
  assert.is(Reflect.get(globalThis, 'configRan'), 1);
  Reflect.deleteProperty(globalThis, 'configRan');
  for (const { files } of [looked, run]) assert.equal(files.toSorted(), [join(root, 'name.ts'), file]);
});

test('[config.deadline] a loop without an end is interrupted, in a config that is run and in one that is looked at', async ({ root }) => {
  const file = write(root, 'service.config.ts', 'for (;;) try { JSON.parse("0"); } catch {}\nexport default {};');
  for (const trust of ['run', 'look'] as const)
    assert.is(await problemOf(evaluateConfig(file, trust, 300)), 'service.config.ts did not finish loading within 0.3 s');
});

test('[config.deadline] a config that awaits is run, with its deadline', async ({ root }) => {
  const quick = write(root, 'service.config.ts', `const { sep } = await import('node:path');\nexport default { name: typeof sep };`);
  assert.equal((await evaluateConfig(quick)).value, { name: 'string' });
  const late = write(root, 'service.config.mjs', 'await new Promise((resolve) => setTimeout(resolve, 9_000).unref());\nexport default {};');
  assert.match(await problemOf(evaluateConfig(late, 'run', 50)), 'did not finish loading');
});

test('[S4.config.formats] a config of either module system reads its dependencies', async ({ root }) => {
  write(root, 'part.cjs', `module.exports = { name: require('node:path').basename('a/part') };`);
  const texts = {
    'service.config.cjs': `module.exports = { ...require('./part.cjs') };`,
    'service.config.mjs': `import part from './part.cjs';\nexport default { name: part.name };`,
    'service.config.ts': `import { name } from './part.cjs';\nconst later = async () => (await import('node:path')).sep;\nexport default { name, kind: later.name === '' ? '' : undefined };`,
  };
  for (const [name, text] of Object.entries(texts)) {
    const { value } = await evaluateConfig(write(root, name, text));
    assert.is(Reflect.get(Object(value), 'name'), 'part');
  }
});

test('values that are not data are named by their kind', async ({ root }) => {
  const file = write(root, 'service.config.mjs', `export default { f: () => 1, b: 1n, s: Symbol('s'), n: 1, t: 'x', o: { y: null } };`);
  assert.equal((await look(file)).value, { f: '[function]', b: '[bigint]', s: '[symbol]', n: 1, t: 'x', o: { y: null } });
});

test('[foreign.project] a config that is looked at writes nothing and starts nothing, and the problem says which it tried', async ({
  root,
}) => {
  const owned = JSON.stringify(join(root, 'owned'));
  const attempts: Readonly<Record<string, string>> = {
    [`import { writeFileSync } from 'node:fs'; writeFileSync(${owned}, 'x');`]: 'write a file',
    [`import { execFileSync } from 'node:child_process'; execFileSync('touch', [${owned}]);`]: 'start a process',
    [`process.kill(process.ppid, 'SIGUSR1');`]: 'send a signal to another process',
    [`await fetch('http://127.0.0.1:47999/');`]: 'reach the network',
    [`import { Worker } from 'node:worker_threads'; new Worker('0', { eval: true });`]: 'leave its process',
  };
  for (const [program, what] of Object.entries(attempts)) {
    const file = write(root, 'service.config.mjs', `${program}\nexport default {};`);
    assert.is(
      await problemOf(look(file)),
      `service.config.mjs failed while it was loaded: it tried to ${what}, and this command only looks at a config`,
    );
    assert.not.ok(existsSync(join(root, 'owned')), what);
  }
});

test('[foreign.bounded] a config that is looked at and writes a report of its own is a problem of the config', async ({ root }) => {
  const forged = (text: string): Promise<string> =>
    problemOf(
      look(
        write(
          root,
          'service.config.mjs',
          `import { writeSync } from 'node:fs'; writeSync(3, ${JSON.stringify(text)}); process.reallyExit(0);`,
        ),
      ),
    );
  for (const text of ['no JSON', 'null', '[]', '{"kind":"value","text":"no JSON"}', '{"kind":"value","text":7}', '{"kind":"threw"}'])
    assert.is(await forged(text), 'service.config.mjs failed while it was loaded: what its process reported cannot be read', text);
});

test('what ends its process or throws is a problem of the config', async ({ root }) => {
  const problemWith = (text: string): Promise<string> => problemOf(look(write(root, 'service.config.mjs', text)));
  assert.match(await problemWith(`process.exit(3);`), 'its process ended early (exit code 3)');
  assert.match(await problemWith(`throw new Error('no such luck');`), 'failed while it was loaded: no such luck');
  assert.match(await problemWith(`throw 'a text';`), 'failed while it was loaded: a text');
  assert.match(
    await problemOf(evaluateConfig(write(root, 'service.config.mjs', `throw new Error('no');`))),
    'failed while it was loaded: no',
  );
});

test('a module of CommonJS gives what it exports', async ({ root }) => {
  const file = write(root, 'service.config.cjs', `exports.__esModule = true; exports.default = { name: 'inner' };`);
  for (const trust of ['run', 'look'] as const) assert.equal((await evaluateConfig(file, trust)).value, { name: 'inner' });
  const plain = write(root, 'plain.config.cjs', `module.exports = { default: 'a key' };`);
  for (const trust of ['run', 'look'] as const) assert.equal((await evaluateConfig(plain, trust)).value, { default: 'a key' });
  const none = write(root, 'none.config.mjs', `export const name = 'x';`);
  for (const trust of ['run', 'look'] as const) assert.is((await evaluateConfig(none, trust)).value, undefined);
});

test('a fault is reported at its position, in imported files too', async ({ root }) => {
  write(root, 'part.mjs', `export const a = ;`);
  const file = write(root, 'service.config.mjs', `import { a } from './part.mjs';\nexport default { a };`);
  for (const trust of ['run', 'look'] as const) {
    const problem: unknown = await evaluateConfig(file, trust).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(problem instanceof ConfigProblem)) throw new Error('must be refused');
    const [first] = problem.diagnostics;
    assert.match(first?.message ?? '', 'part.mjs does not parse');
    assert.equal([first?.span?.line, first?.span?.column], [1, 18]);
  }
  assert.match(await problemOf(look(join(root, 'absent.config.mjs'))), 'cannot be read');
  assert.match(await problemOf(look(write(root, 'service.config.json', '{'))), 'is not JSON');
});

test('the process that waits for a config which does not parse is ended', async ({ root }) => {
  const file = write(root, 'service.config.mjs', `export default ;`);
  // The bundler, which stays, is started before processes are counted.
  await problemOf(evaluateConfig(file));
  const [started, ended] = [new Set<number>(), new Set<number>()];
  const hook = createHook({
    init: (id, type) => void (type === 'PROCESSWRAP' && started.add(id)),
    destroy: (id) => void (started.has(id) && ended.add(id)),
  }).enable();
  try {
    assert.match(await problemOf(look(file)), 'does not parse');
    assert.is(started.size, 1);
    while (ended.size < 1) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    hook.disable();
  }
});

test('the text of a config and its imports is read without running it', async ({ root }) => {
  write(root, 'part.mjs', `export const part = 'of the text';`);
  const file = write(root, 'service.config.mjs', `import { part } from './part.mjs';\nprocess.exit(1);\nexport default { part };`);
  assert.match(await readBundledConfig(file), 'of the text');
  assert.is(await readBundledConfig(write(root, 'a.json', '{}')), '{}');
});

const placeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no problem',
    (error: unknown) =>
      error instanceof ConfigProblem
        ? error.diagnostics.map(({ message, span }) => `${span?.file}:${span?.line}:${span?.column} ${message}`).join('\n')
        : String(error),
  );

test('[S4.config.position] a config that throws, in itself or in what it imports, and text that is not JSON are shown at their line', async ({
  root,
}) => {
  const lines = ['const list: string[] | undefined = undefined;', 'export default {', '  name: list!.length,', '};'];
  const failure = "failed while it was loaded: Cannot read properties of undefined (reading 'length')";
  const own = write(root, 'service.config.ts', lines.join('\n'));
  assert.is(await placeOf(evaluateConfig(own)), `service.config.ts:3:15 service.config.ts ${failure}`);
  write(root, 'part.ts', `${lines.join('\n')}\nexport const name = 'demo';`);
  const imports = write(root, 'other.config.ts', `import { name } from './part.ts';\nexport default { name };`);
  assert.is(await placeOf(evaluateConfig(imports)), `part.ts:3:15 other.config.ts ${failure}`);
  const json = write(root, 'service.config.json', '{\n  "name": "demo",\n  port: 3\n}');
  assert.is(await placeOf(evaluateConfig(json)), 'service.config.json:3:3 service.config.json is not JSON: invalid symbol');
});

test.run();

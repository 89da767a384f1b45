/* The process for code that is only looked at: what it may do, and how it ends. */
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnoughTime } from '../../../test/support/enough-time.ts';
import { cacheFolder, givenVariables, runChild, startChild, writableCache } from './index.ts';
import type { ChildEnd, ChildOptions } from './start-child.ts';

const test = suite<{ root: string }>('isolation');
test.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-isolation-')));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

/** Reports what an expression is, or how it failed. */
const reporting = (expression: string): string =>
  `(async () => { let told; try { told = await (${expression}); } catch (error) { told = error.code ?? String(error); }
  require('node:fs').writeSync(3, JSON.stringify(told ?? 'nothing')); })();`;

const end = (code: string, options: ChildOptions, timeoutMs = 20_000): Promise<ChildEnd> =>
  runChild(code, { child: startChild(options), timeoutMs });

async function told(expression: string, options: ChildOptions): Promise<unknown> {
  const ended = await end(reporting(expression), options);
  return ended.kind === 'reported' ? (JSON.parse(ended.text) as unknown) : ended;
}

const countTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const writing = (file: string): string => `require('node:fs').writeFileSync(${JSON.stringify(file)}, 'x')`;
const starting = `require('node:child_process').spawnSync(process.execPath, ['-e', '0']).status`;
const denied = 'ERR_ACCESS_DENIED';

test('[isolation.writes] [isolation.processes] writes nowhere without a cache, and starts no process', async ({ root }) => {
  const file = join(root, 'written');
  assert.is(await told(writing(file), { cwd: root }), denied);
  assert.not.ok(existsSync(file));
  assert.is(await told(starting, { cwd: root }), denied);
  assert.is(await told(`new (require('node:worker_threads').Worker)('0', { eval: true })`, { cwd: root }), denied);
  assert.is(await told(`require('node:fs').readFileSync(${JSON.stringify(import.meta.filename)}, 'utf8').length > 0`, { cwd: root }), true);
});

test('[isolation.writes] writes reach its cache alone, on every path to other folders', async ({ root }) => {
  const [cache, beside, linked] = [join(root, 'cache'), join(root, 'cache-of-another'), join(root, 'link')];
  for (const folder of [cache, beside]) mkdirSync(folder);
  symlinkSync(root, linked);
  assert.is(await told(writing(join(cache, 'a')), { cwd: root, cache }), 'nothing');
  assert.is(readFileSync(join(cache, 'a'), 'utf8'), 'x');
  assert.is(await told(writing(join(cache, 'b')), { cwd: root, cache: join(linked, 'cache') }), 'nothing');
  for (const file of [join(beside, 'a'), join(root, 'a')]) assert.is(await told(writing(file), { cwd: root, cache }), denied, file);
  // The program may make folders in it.
  const later = join(root, 'later', 'cache');
  const making = `require('node:fs').mkdirSync(${JSON.stringify(join(later, 'x'))}, { recursive: true }) && ${writing(join(later, 'x', 'a'))}`;
  mkdirSync(later, { recursive: true });
  assert.is(await told(making, { cwd: root, cache: later }), 'nothing');
});

test('[isolation.writes] a cache that is made after the start is reached as well, behind a link', async ({ root }) => {
  symlinkSync(root, join(root, 'link'));
  const child = startChild({ cwd: root, cache: join(root, 'link', 'fresh', 'cache') });
  const cache = join(root, 'fresh', 'cache');
  mkdirSync(cache, { recursive: true });
  assert.equal(await runChild(reporting(writing(join(cache, 'a'))), { child, timeoutMs: 20_000 }), { kind: 'reported', text: '"nothing"' });
});

test('[isolation.writes] a link where the cache would be, or above it, is no cache that may be written to', ({ root }) => {
  const project = join(root, 'project');
  const cache = join(project, 'node_modules/.cache/service');
  mkdirSync(join(project, 'node_modules/.cache'), { recursive: true });
  assert.is(writableCache(project), cache);
  symlinkSync(project, join(root, 'link'));
  assert.is(writableCache(join(root, 'link')), join(root, 'link/node_modules/.cache/service'), 'the project itself may be reached by one');
  for (const target of ['../../..', 'nowhere yet']) {
    symlinkSync(target, cache);
    assert.is(writableCache(project), undefined);
    rmSync(cache);
  }
  rmSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync('..', join(project, 'node_modules'));
  assert.is(writableCache(project), undefined);
});

test('[isolation.off] without restrictions it may write and start processes', async ({ root }) => {
  const free = { cwd: root, restricted: false };
  assert.is(await told(writing(join(root, 'written')), free), 'nothing');
  assert.is(await told(starting, free), 0);
});

test('[environment.build] [foreign.variables] starts with the variables of the system alone; those that it is given wait in one of our own', async ({
  root,
}) => {
  process.env['ISOLATION_TEST_SECRET'] = 'hunter2';
  try {
    const seen = (await told('Object.keys(process.env)', { cwd: root, environment: { GIVEN: 'yes' } })) as readonly string[];
    assert.ok(seen.includes('PATH') && !seen.includes('GIVEN'));
    assert.not.ok(seen.includes('ISOLATION_TEST_SECRET'));
    assert.not.ok(seen.includes('LC_ALL') && process.env['LC_ALL'] === undefined, 'what is not set stays so');
    assert.is(await told(`process.env.${givenVariables}`, { cwd: root, environment: { GIVEN: 'yes' } }), '{"GIVEN":"yes"}');
    assert.is(await told(`process.env.${givenVariables}`, { cwd: root }), 'nothing');
  } finally {
    delete process.env['ISOLATION_TEST_SECRET'];
  }
});

test('its folder, its words and the modules loaded first are those that it is given', async ({ root }) => {
  const first = join(root, 'first.cjs');
  writeFileSync(first, 'globalThis.isFirst = true;');
  assert.equal(await told('[process.cwd(), process.argv.slice(2), globalThis.isFirst]', { cwd: root, words: ['a', 'b'], first: [first] }), [
    root,
    ['a', 'b'],
    true,
  ]);
  const kind = `import('node:fs').then(({ writeSync }) => writeSync(3, typeof require))`;
  assert.equal(await end(kind, { cwd: root, isModule: true }), { kind: 'reported', text: 'undefined' });
  assert.equal(await end(kind, { cwd: root }), { kind: 'reported', text: 'function' });
});

test('[isolation.late] the end is reported: result, crash, or timeout with the stack', async ({ root }) => {
  assert.equal(await end('process.exit(3)', { cwd: root }), { kind: 'died', how: 'exit code 3' });
  assert.equal(await end(`process.kill(process.pid, 'SIGKILL')`, { cwd: root }), { kind: 'died', how: 'SIGKILL' });
  const timers = countTimers();
  const late = await inEnoughTime(
    (deadline) => end('function spinning() { for (;;); } spinning();', { cwd: root }, deadline),
    (found) => found.kind === 'timeout' && found.stack.includes('spinning'),
  );
  assert.ok(countTimers() <= timers, 'no timer holds the process that waited');
  assert.is(late.kind, 'timeout');
  assert.match(late.kind === 'timeout' ? late.stack : '', 'spinning');
  const kept = await inEnoughTime(
    (deadline) => end(`require('node:fs').writeSync(3, 'early'); setTimeout(() => 0, ${2 * deadline});`, { cwd: root }, deadline),
    ({ kind }) => kind === 'reported',
  );
  assert.equal(kept, { kind: 'reported', text: 'early' }, 'what has reported is not interrupted');
});

test('[foreign.bounded] who begins a report and never ends it, or writes without end, is ended', async ({ root }) => {
  const write = `require('node:fs').writeSync(3,`;
  const begun = await inEnoughTime(
    (deadline) => end(`${write} 'begun'); for (;;);`, { cwd: root }, deadline),
    ({ kind }) => kind === 'reported',
  );
  assert.equal(begun, { kind: 'reported', text: 'begun' });
  const flood = await end(`const part = Buffer.alloc(2 ** 20, 32); for (;;) ${write} part);`, { cwd: root });
  assert.equal(flood, { kind: 'died', how: 'its report is larger than 134217728 bytes' });
});

/** What reaches other processes, the network and files by ways that Node's permission model leaves open. Each is a description and an expression. */
const escapes: Readonly<Record<string, string>> = {
  'a signal to the command line': `process.kill(process.ppid, 'SIGUSR1')`,
  'a signal by its inner name': `process._kill(process.ppid, 10)`,
  'a signal to the group': `process.kill(0, 'SIGUSR1')`,
  'a signal as another process': `(Object.defineProperty(process, 'pid', { value: process.ppid }), process.kill(process.ppid, 'SIGUSR1'))`,
  'a signal by a process that was never started': `new (require('node:child_process').ChildProcess)()._handle.kill(10)`,
  'the inspector of another process': `process._debugProcess(process.ppid)`,
  'a connection': `new Promise((_, reject) => require('node:net').connect(9, '127.0.0.1').on('error', reject))`,
  'a connection with TLS': `new Promise((_, reject) => require('node:tls').connect(9, '127.0.0.1').on('error', reject))`,
  'a request': `fetch('http://127.0.0.1:47999/').catch((error) => { throw error.cause; })`,
  'a port': `new Promise((_, reject) => require('node:net').createServer().on('error', reject).listen(0))`,
  'a port by an inner function': `require('node:net')._createServerHandle('127.0.0.1', 0, 4).constructor.name`,
  'a message': `require('node:dgram').createSocket('udp4').send('x', 9, '127.0.0.1')`,
  'a port by the native object': `(() => { const socket = require('node:dgram').createSocket('udp4');
    const parts = Object.getOwnPropertySymbols(socket).map((name) => socket[name]);
    return parts.find((part) => part?.handle !== undefined).handle.bind('127.0.0.1', 0, 0); })()`,
  'a name to look up': `require('node:dns').promises.resolve4('secret.example')`,
  'a name to look up at a server of choice': `(() => { const one = new (require('node:dns').Resolver)(); one.setServers(['127.0.0.1:9']); return one.resolve4('x.example', () => 0); })()`,
  'a socket file': `new process.stdin._handle.constructor(1).bind(require('node:path').join(process.cwd(), 'written'))`,
  'a trace': `(process.chdir(process.cwd()), require('node:trace_events').createTracing({ categories: ['node'] }).enable())`,
};

test('[isolation.escapes] signals, the network and files behind the back of the permission model are denied', async ({ root }) => {
  const heard: string[] = [];
  const hear = (): number => heard.push('signal');
  process.on('SIGUSR1', hear);
  try {
    for (const [what, expression] of Object.entries(escapes)) assert.is(await told(expression, { cwd: root }), denied, what);
    // Where this Node has a database of its own: one in memory attaches files as well.
    const database = `process.getBuiltinModule?.('node:sqlite') ? new (require('node:sqlite').DatabaseSync)(':memory:') : 'none here'`;
    assert.ok([denied, 'none here'].includes(String(await told(database, { cwd: root }))));
    assert.is(await told(`process.kill(process.pid, 0)`, { cwd: root }), true, 'a process knows itself');
    const caught = `(() => { const { call } = Function.prototype; const seen = []; Function.prototype.call = function (...given) { seen.push(this); return Reflect.apply(this, given[0], given.slice(1)); };
      process.kill(process.pid, 0); Function.prototype.call = call; return seen.length; })()`;
    assert.is(await told(caught, { cwd: root }), 0, 'no original is handed out');
  } finally {
    process.off('SIGUSR1', hear);
  }
  assert.equal(heard, []);
  assert.equal(readdirSync(root), []);
});

test('a signal ends it, also one that came before', async ({ root }) => {
  const before = startChild({ cwd: root });
  const code = 'for (;;);';
  const refused = await runChild(code, { child: before, timeoutMs: 20_000, signal: AbortSignal.abort(new Error('gone')) }).catch(String);
  before.process.kill('SIGKILL');
  assert.is(refused, 'Error: gone');
  const controller = new AbortController();
  const child = startChild({ cwd: root });
  const running = runChild(code, {
    child,
    timeoutMs: 20_000,
    signal: controller.signal,
    onTaken: () => controller.abort(new Error('stop')),
  });
  assert.is(await running.catch(String), 'Error: stop');
  assert.is(await child.ended, 'SIGKILL');
});

test('a child that ended before it read its input is reported as such', async ({ root }) => {
  const child = startChild({ cwd: root });
  child.process.kill('SIGKILL');
  const ended = await runChild(`${' '.repeat(1_000_000)}0`, { child, timeoutMs: 20_000 });
  assert.equal(ended, { kind: 'died', how: 'SIGKILL' });
});

test('a child that cannot start rejects, also when it is awaited later', async ({ root }) => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', listen);
  const child = startChild({ cwd: join(root, 'nowhere') });
  await new Promise((resolve) => child.process.once('close', resolve));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', listen);
  assert.equal(unhandled, []);
  assert.match(await child.ended.then(String, String), 'ENOENT');
});

test('its standard error is drained, so that much output does not block it', async ({ root }) => {
  const printing = `(process.stderr.write('x'.repeat(1_000_000)), 'done')`;
  assert.is(await told(printing, { cwd: root }), 'done');
});

test('[isolation.writes] a cache below a folder of the file system root that does not exist is allowed where it is', ({ root }) => {
  const child = startChild({ cwd: root, cache: '/absent-folder/cache' });
  child.process.kill('SIGKILL');
  assert.ok(child.process.spawnargs.includes('--allow-fs-write=/absent-folder/cache/*'));
});

test('a cache lies among the packages where there are any', ({ root }) => {
  assert.is(cacheFolder(root), join(root, '.service', 'cache'));
  mkdirSync(join(root, 'node_modules'));
  assert.is(cacheFolder(root), join(root, 'node_modules', '.cache', 'service'));
});

test.run();

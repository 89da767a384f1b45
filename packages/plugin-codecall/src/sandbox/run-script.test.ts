/* Scripts in the engine itself, without a thread: what is checked before they run, and what their world has. Bundles are in test/codecall. */
import type { Json } from '@service/sdk/model';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CodeCallOptions, limitsOf } from '../codecall-options.ts';
import { engineOf } from './load-engine.ts';
import { runScript } from './run-script.ts';
import type { CallAnswer, ScriptMessage, ScriptOutcome } from './script-job.ts';

const engine = engineOf(undefined);

interface Ran {
  readonly outcome: ScriptOutcome;
  readonly said: readonly ScriptMessage[];
  readonly called: readonly string[];
}

const answered = (): CallAnswer => ({ text: '{"n":1}' });

interface Running {
  readonly answer?: ((name: string) => CallAnswer) | undefined;
  readonly asInPlace?: boolean;
}

async function run(script: string, options: CodeCallOptions = {}, { answer = answered, asInPlace = false }: Running = {}): Promise<Ran> {
  const said: ScriptMessage[] = [];
  const called: string[] = [];
  let polls = 0;
  const tools = [
    { name: 'orders.list', text: '{"name":"orders.list"}' },
    { name: 'orders.items.add', text: '{"name":"orders.items.add"}' },
    { name: 'Math.max', text: '{}' },
    { name: 'a.__proto__', text: '{}' },
  ];
  const outcome = await runScript(
    await engine(50_331_648),
    { script, limits: limitsOf(options), tools },
    {
      limits: { memoryBytes: 50_331_648, stackBytes: asInPlace ? 32_768 : 262_144, guardsNatives: asInPlace },
      bridge: {
        call: async (name, args) => {
          called.push(`${name} ${args}`);
          return answer(name);
        },
        say: (message) => void said.push(message),
        isOver: () => ++polls > (asInPlace ? 100 : 2000),
        over: new Promise(() => undefined),
      },
    },
  );
  return { outcome, said, called };
}

async function resultOf(script: string, options?: CodeCallOptions): Promise<Json> {
  const { outcome } = await run(script, options);
  if (outcome.status !== 'ok') throw new Error(`${outcome.status}: ${outcome.error.message}`);
  return outcome.result;
}

async function faultOf(script: string, options?: CodeCallOptions, answer?: (name: string) => CallAnswer): Promise<string> {
  const { outcome } = await run(script, options, { answer });
  if (outcome.status === 'ok') throw new Error(`it has run: ${JSON.stringify(outcome.result)}`);
  const { column, line, message } = outcome.error;
  return `${outcome.status} ${line ?? '-'}:${column ?? '-'} ${message}`;
}

const loose: CodeCallOptions = { vm: { preset: 'balanced' } };

test('[PX11.loops] loops of every kind are refused, or counted together', async () => {
  const loops = [
    'for (let i = 0; i < 9; i++) n++;',
    'for (const one of [1, 2]) { n++; }',
    'for (const key in { a: 1 }) n++',
    'while (n < 9) { n++; }',
    'do n++; while (n < 9)',
    'outer: for (;;) for (;;) { if (++n > 5) break outer; else continue outer; }',
  ];
  for (const loop of loops) {
    assert.match(await faultOf(`let n = 0;\n${loop}`), 'illegal_access 2:', loop);
    assert.ok(Number(await resultOf(`let n = 0;\n${loop}\nreturn n`, loose)) > 0, loop);
  }
  for (const endless of [
    'for (;;);',
    'while (true) { try { continue; } finally { n++; } }',
    'do { n++ } while (true)',
    'for (const x of (function* () { for (;;) yield 1; })());',
    'for (;;) { try { for (;;) n++; } catch {} }',
    '(function rounds() { for (;;) n++; })()',
  ])
    assert.match(await faultOf(`let n = 0; ${endless}`, loose), 'have run 10000 times', endless);
  assert.is(await resultOf('let n = 0; for (let i = 0; i < 10000; i++) n++; return n', loose), 10_000);
  assert.match(await faultOf('for (let i = 0; i < 5001; i++); for (let i = 0; i < 5001; i++);', loose), 'have run 10000 times');
  assert.is(
    await resultOf('const over$ = 1, rounds$ = 2, literals$ = 3; for (;;) return over$ + rounds$ + literals$', loose),
    6,
    'names of our own',
  );
  assert.is(
    await resultOf('return "for (;;) {} while" + /for(;;)/.source // for (;;) {}'),
    'for (;;) {} whilefor(;;)',
    'texts are no loops',
  );
});

test('[PX2.disabled] names that are not there are refused with their place, and no other way leads to them', async () => {
  const options = { vm: { disabledBuiltins: ['Proxy'], disabledGlobals: ['getTool'] } };
  for (const [script, place] of [
    ['return eval("1")', '1:8'],
    ['\n  return new Function("return 1")()', '2:14'],
    ['return { Proxy }', '1:10'],
    ['return [Proxy][0]', '1:9'],
    ['return getTool("a")', '1:8'],
    ['return import("node:fs")', '1:8'],
    ['import fs from "node:fs"', '1:1'],
    ['export const a = 1', '1:1'],
    ['return import.meta', '1:8'],
  ] as const)
    assert.match(await faultOf(script, options), `illegal_access ${place} `, script);
  assert.equal(
    await resultOf('return { eval: 1, a: { Proxy: 2 }.Proxy, b: globalThis.eval ?? null, c: globalThis.Proxy ?? null }', options),
    {
      eval: 1,
      a: 2,
      b: null,
      c: null,
    },
  );
  for (const made of ['(() => {})', '(async () => {})', '(function* () {})', '(async function* () {})', 'callTool', '[].map', 'class {}'])
    assert.is(await resultOf(`return ${made.startsWith('class') ? `(${made})` : made}.constructor ?? null`), null, made);
  assert.is(await resultOf('return (function () { return new.target ?? null })()'), null);
});

test('[PX8.statuses] every syntax error of 100 KB has its line and column', async () => {
  const long = `${'const a1 = 1;\n'
    .repeat(7000)
    .slice(0, 90_000)
    .replaceAll('a1', () => `a${Math.random().toString(36).slice(2)}`)}\n`.slice(0, 100_000);
  const cut = long.slice(0, long.lastIndexOf('\n') + 1);
  const line = cut.split('\n').length;
  for (const [bad, column] of [
    ['return 1 +', 11],
    ['const = 1', 7],
    ['"open', 1],
    ['`open', 2],
    ['/open', 2],
    ['({ a: 1', 8],
    ['let x; let x;', 12],
    ['await', 6],
    ['a b', 3],
    ['}', 1],
    ['})(); (async () => {', 1],
    ['0777', 1],
    ['with (a) b', 1],
  ] as const)
    assert.match(await faultOf(cut + bad), new RegExp(`^syntax_error ${line}:${column} [A-Z'][a-z]`), bad);
  for (const deep of ['(', '[', '{', '!', 'a=>', '-+', '`${', 'a?b:', 'if(a)', 'async()=>'])
    assert.match(await faultOf(deep.repeat(100_000 / deep.length)), /^syntax_error \d+:\d+ /, deep);
  assert.match(await faultOf(`return ${'1+'.repeat(45_000)}1`, { sidecar: { enabled: true } }), /syntax_error \d+:\d+ |runtime_error/);
});

test('[PX11.world] dotted names are namespaces, and take no name that is there', async () => {
  assert.equal((await run('await orders.list({ a: 1 }); await orders.items.add(); return 1')).called, [
    'orders.list {"a":1}',
    'orders.items.add {}',
  ]);
  assert.is(await resultOf('return Math.max(1, 2)'), 2);
  assert.equal(await resultOf('return [typeof a, orders.__tools, Object.keys(orders), ({}).a ?? null]').catch(String), [
    'undefined',
    true,
    ['list', 'items'],
    null,
  ]);
  const { outcome, said } = await run(
    'mcpLog("warning", "a", { b: 1 }); mcpLog("loud", "c"); mcpNotify("d", [1]); console.error("e", { f: 1 }, undefined, () => 1);',
  );
  assert.is(outcome.status, 'ok');
  assert.equal(said, [
    { kind: 'log', level: 'warning', text: 'a', data: '{"b":1}' },
    { kind: 'log', level: 'info', text: 'c' },
    { kind: 'notify', level: 'info', text: 'd', data: '[1]' },
    { kind: 'log', level: 'error', text: 'e {"f":1} undefined function' },
  ]);
  assert.match(await faultOf('console.log(1)', { vm: { preset: 'locked_down' } }), "'console' is not defined");
  assert.match(await faultOf('return callTool(1)'), 'callTool: the first argument is the name of a tool');
  assert.match(await faultOf('return callTool("a", { get b() { throw new Error("own") } })'), 'own');
});

test('[PX8.statuses] what a script has thrown or a tool has refused is told, and a caught one is not', async () => {
  const fails = (): CallAnswer => ({ kind: 'ToolError', toolName: 'a', message: 'no', code: 'X' });
  const refuses = (): CallAnswer => ({ kind: 'IllegalAccess', toolName: 'a', message: 'never' });
  assert.match(await faultOf('\nawait callTool("a")', {}, fails), 'tool_error 2:- no');
  assert.match(await faultOf('await callTool("a", {}, { throwOnError: false })', {}, refuses), 'illegal_access 1:- never');
  const { outcome } = await run(
    'return [await callTool("a", {}, { throwOnError: false }), await callTool("a").catch((e) => [e.name, e.code, e.toolName])]',
    {},
    { answer: fails },
  );
  assert.equal(outcome, { status: 'ok', result: [{ success: false, error: { code: 'X', message: 'no' } }, ['ToolError', 'X', 'a']] });
  assert.equal(await resultOf('return callTool("a", {}, { throwOnError: false })'), { success: true, data: { n: 1 } });
  for (const [thrown, told] of [
    ['null', '-:- the script has thrown'],
    ['"text"', '-:- text'],
    ['({ get message() { throw 1 } })', '-:- the script has thrown'],
    ['Symbol("a")', '-:- symbol was thrown'],
    ['new Proxy({}, { get() { throw 1 } })', '-:- the script has thrown'],
    ['Object.assign(new Error("m"), { stack: 7, name: {} })', '-:- m'],
    ['new TypeError("m")', '1:- m'],
  ] as const)
    assert.is(await faultOf(`throw ${thrown}`), `runtime_error ${told}`, thrown);
  assert.match(await faultOf('await new Promise(() => {})'), 'waits for a promise that nothing settles');
});

test('[PX11.cut] results are plain data, cut by depth, length and size', async () => {
  assert.equal(
    await resultOf('return { a: undefined, b: () => 1, c: new Date(0), d: [undefined, NaN], e: new Map([[1, 2]]), get f() { return 1 } }'),
    {
      c: '1970-01-01T00:00:00.000Z',
      d: [null, null],
      e: {},
      f: 1,
    },
  );
  assert.is(await resultOf('return undefined'), null);
  assert.is(await resultOf('return () => 1'), null);
  assert.match(JSON.stringify(await resultOf(`return "x".repeat(70000)`)), /^"x{65536}… \(4464 more characters\)"$/);
  const many = (await resultOf('return Array.from({ length: 1500 }, (_, at) => at)')) as Json[];
  assert.equal([many.length, many.at(-1)], [1001, '… (500 more items)']);
  assert.match(
    JSON.stringify(await resultOf('let a = 1; Array.from({ length: 50 }).forEach(() => { a = { a } }); return a')),
    /^(\{"a":){12}"… \(an object, too deep\)"\}{12}$/,
  );
  assert.ok(JSON.stringify(await resultOf('return Array.from({ length: 900 }, () => "y".repeat(5000))')).length < 80_000);
  assert.equal(Object.entries((await resultOf('return JSON.parse(\'{"__proto__":{"a":1}}\')')) as object), [['__proto__', { a: 1 }]]);
  assert.match(await faultOf('return "x".repeat(9e6)'), 'characters of JSON: return a part of it');
  assert.match(await faultOf('const a = []; a.push(a); return a'), 'runtime_error -:- circular reference');
  assert.match(await faultOf('return { toJSON() { throw new Error("own") } }'), 'own');
  assert.match(
    await faultOf('JSON.stringify = () => "1"; const a = {}; a.a = a; return a'),
    'circular',
    'the script replaces its own alone',
  );
});

test('[PX11.sent] a script sends no more than the server can keep, whatever it calls', async () => {
  const { said } = await run('Array.from({ length: 500 }, () => console.log("x".repeat(9000)))');
  assert.equal([said.length, said[0]?.text.length], [200, 4001]);
  const { said: told } = await run('mcpNotify("n".repeat(9000), "d".repeat(9000))');
  assert.equal([told[0]?.text.length, told[0]?.data?.length], [4001, 4001]);
  const argument = await run('const a = "x".repeat(3e6); await callTool("a", { a }); return callTool("b", { a })');
  assert.is(argument.called.length, 1);
  assert.match(JSON.stringify(argument.outcome), 'a script sends at most 4194304 characters of arguments');
  const many = await run(
    'const all = await Promise.all(Array.from({ length: 10050 }, () => callTool("a", {}, { throwOnError: false }))); return all.filter(({ success }) => success).length',
  );
  assert.equal([many.called.length, many.outcome], [10_000, { status: 'ok', result: 10_000 }]);
  assert.match(await faultOf('return callTool("n".repeat(257))'), 'the name of a tool has at most 256 characters');
});

test('[PX11.escape] what the host gives and throws has nothing of the host', async () => {
  const fails = (): CallAnswer => ({ kind: 'ToolError', toolName: 'a', message: 'no' });
  for (const [script, answer] of [
    ['return callTool("a")', answered],
    ['return callTool("a", {}, { throwOnError: false })', answered],
    ['return getTool("orders.list")', answered],
    ['return callTool("a").catch((error) => error)', fails],
    ['try { callTool() } catch (error) { return error }', answered],
    ['try { new callTool() } catch (error) { return error }', answered],
    ['try { callTool({ toString: () => "a" }) } catch (error) { return error }', answered],
  ] as const) {
    const look = `const seen = new Set(); const walk = (one, depth) => {
      if (depth > 6 || one === null || !['object', 'function'].includes(typeof one) || seen.has(one)) return;
      seen.add(one);
      Reflect.ownKeys(one).forEach((key) => { try { walk(one[key], depth + 1) } catch {} });
      walk(Object.getPrototypeOf(one), depth + 1);
    };
    walk(await (async () => { ${script} })(), 0);
    const names = [...seen].flatMap((one) => Reflect.ownKeys(one)).map(String);
    const texts = [...seen].flatMap((one) => Reflect.ownKeys(one).map((key) => { try { return String(one[key]) } catch { return '' } })).join();
    return [names.filter((name) => /process|require|wasm|emscripten|quickjs/i.test(name)), /node:|file:|\\/src\\/|emscripten|wasm/.test(texts)];`;
    assert.equal((await run(look, {}, { answer })).outcome, { status: 'ok', result: [[], false] }, script);
  }
});

test('[PX11.loops] what counts rounds cannot be renamed, replaced or left', async () => {
  for (const script of [
    'let n = 0; over$ = () => 1; for (;;) n++;',
    'rounds$ = -1e9; for (;;);',
    'a: b: for (;;) { c: for (;;) continue b; }',
    'for (let over$ = () => 0, rounds$ = -1e9; ; ) ;',
    'const f = () => { for (;;) { try { return f() } finally { continue } } }; f()',
    'for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) });',
    'for await (const x of (async function* () { for (;;) yield 1 })());',
    'if (1) for (;;) ; else for (;;) ;',
    'switch (1) { case 1: while (1) ; }',
    'class A { static { for (;;); } }',
    'class A { x = (() => { for (;;); })() } new A()',
    'const o = { get a() { for (;;); } }; o.a',
    '`${(() => { for (;;); })()}`',
    'do ; while (1) ; while (1) ;',
  ]) {
    const { outcome } = await run(script, loose);
    assert.is(outcome.status, 'runtime_error', script);
    assert.match(JSON.stringify(outcome), /have run 10000 times|is not defined|is read-only/, script);
  }
});

test('[PX4.sidecar] long scripts are refused, unless their long texts are taken out', async () => {
  const text = 'z'.repeat(70_000);
  const script = `const a = "${text}"; const b = { "${'k'.repeat(2000)}": 'x${'y'.repeat(2000)}\\n' }; return [a.length, Object.keys(b)[0].length, Object.values(b)[0].length]`;
  assert.match(await faultOf(script), 'illegal_access -:- the script has 74');
  assert.equal(await resultOf(script, { sidecar: { enabled: true } }), [70_000, 2000, 2002]);
  assert.equal(await resultOf(script, { sidecar: { maxScriptLengthWhenDisabled: 90_000 } }), [70_000, 2000, 2002]);
  assert.match(await faultOf(`return 1${' '.repeat(70_000)}+`), /^syntax_error 1:/, 'a syntax error is told first');
  assert.equal(
    await resultOf(`"use strict${'x'.repeat(20)}"; return "${'w'.repeat(30)}".length`, {
      sidecar: { enabled: true, extractionThreshold: 20 },
    }),
    30,
  );
});

test('[PX11.loops] where no thread can be ended, calls of functions count too, whatever catches their errors', async () => {
  const fill = [
    'const f = (n) => { try { return f(n + 1) } catch { return f(n + 1) } }; f(0)',
    'const f = async () => { f(); f(); }; f()',
    'const f = async (a = f(), b = f()) => 1; f()',
  ];
  for (const script of fill) {
    const begun = performance.now();
    const { outcome } = await run(script, {}, { asInPlace: true });
    assert.ok(performance.now() - begun < 20_000, `${script} took ${performance.now() - begun} ms`);
    assert.ok(['ok', 'runtime_error', 'timeout'].includes(outcome.status), script);
  }
  const good = await run(
    'const sum = (a = 1, { b = 2 } = {}, ...c) => a + b + c.length; const g = a => b => a + b; return [sum(), sum(1, { b: 5 }, 1, 2), g(1)(2), [3, 1, 2].sort((a, b) => a - b), (() => ({ a: 1 }))(), (function () { "use strict"; return 7 })()]',
    {},
    { asInPlace: true },
  );
  assert.equal(good.outcome, { status: 'ok', result: [3, 8, 3, [1, 2, 3], { a: 1 }, 7] });
});

test.run();

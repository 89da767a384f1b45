/** A script that tries to get out, or never ends. It returns `reached` when it has what it looked for. */
export interface EscapeScript {
  readonly kind:
    | 'host'
    | 'constructor'
    | 'prototype'
    | 'getter'
    | 'promise'
    | 'import'
    | 'bytecode'
    | 'timing'
    | 'size'
    | 'native'
    | 'memory'
    | 'names'
    | 'proxy'
    | 'iterator'
    | 'shared'
    | 'pattern'
    | 'bigint'
    | 'species'
    | 'json'
    | 'template'
    | 'syntax'
    | 'compiler'
    | 'error'
    | 'clock'
    | 'text';
  readonly script: string;
  /** Functions of V8 itself are at work for longer than a test waits, or take the memory of the machine: limits of the platform end them, which workerd alone has not. */
  readonly lastsInV8?: true;
}

const lasting = (kind: EscapeScript['kind'], ...scripts: readonly string[]): readonly EscapeScript[] =>
  scripts.map((script) => ({ kind, script, lastsInV8: true }));
export const of = (kind: EscapeScript['kind'], ...scripts: readonly string[]): readonly EscapeScript[] =>
  scripts.map((script) => ({ kind, script }));
const found = (test: string): string => `return ${test} ? 'reached' : 'not there'`;
/** Anything of these that is not undefined. */
const anyOf = (...names: readonly string[]): string => found(names.map((name) => `typeof ${name} !== 'undefined'`).join(' || '));

export const escapeScripts: readonly EscapeScript[] = [
  ...of(
    'host',
    anyOf('process', 'require', 'module', 'exports', '__filename', '__dirname'),
    anyOf('Buffer', 'global', 'window', 'self', 'Deno', 'Bun'),
    anyOf('fetch', 'XMLHttpRequest', 'WebSocket', 'Request', 'Response'),
    anyOf('setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'performance'),
    anyOf('WebAssembly', 'Worker', 'MessageChannel', 'postMessage', 'BroadcastChannel', 'structuredClone'),
    anyOf('std', 'os', 'bjs', 'scriptArgs', 'print', 'load', 'gc', '__loadScript'),
    anyOf('localStorage', 'caches', 'crypto', 'navigator', 'document'),
    found('Reflect.ownKeys(globalThis).some((key) => /canary|process|require|secret/i.test(String(key)))'),
    found("typeof globalThis.canary !== 'undefined'"),
    'const seen = []; for (let at = globalThis; at !== null; at = Object.getPrototypeOf(at)) seen.push(...Reflect.ownKeys(at).map(String)); ' +
      found("seen.includes('process')"),
    found("typeof callTool.call(globalThis, 'add', { a: 1, b: 1 }).process !== 'undefined'"),
    "try { callTool.apply(callTool, [{ toString() { return 'add' } }]) } catch (e) { return typeof e.stack === 'string' && /node:|\\/src\\//.test(e.stack) ? 'reached' : 'no' }",
    found("Object.getOwnPropertyNames(callTool).some((name) => !['length', 'name', 'prototype'].includes(name))"),
    found("typeof callTool.caller !== 'undefined' && callTool.caller !== null"),
    "Error.prepareStackTrace = (_error, frames) => frames; const frames = new Error('a').stack; return Array.isArray(frames) && frames.some((one) => one.getThis() || one.getFunction()) ? 'reached' : 'no'",
    "Error.prepareStackTrace = (_error, frames) => frames; const error = await callTool('fail').catch((one) => one); const frames = error.stack; return Array.isArray(frames) && frames.some((one) => one.getThis() || one.getFunction()) ? 'reached' : 'no'",
    "return (function () { return this === undefined ? 'no' : 'reached' })()",
    "try { (function f() { return f.caller })() ; return 'no' } catch { return 'no' }",
  ),
  ...of(
    'constructor',
    "try { return callTool.constructor('return process')() ? 'reached' : 'no' } catch { return 'no' }",
    "try { return console.log.constructor.constructor('return this')().process ? 'reached' : 'no' } catch { return 'no' }",
    "try { return [].filter.constructor('return globalThis')().process ? 'reached' : 'no' } catch { return 'no' }",
    "try { return (async () => {}).constructor('return process') ? 'reached' : 'no' } catch { return 'no' }",
    "try { return (function* () {}).constructor('yield process') ? 'reached' : 'no' } catch { return 'no' }",
    "try { return (async function* () {}).constructor('yield process') ? 'reached' : 'no' } catch { return 'no' }",
    "try { return Reflect.construct(Object.getPrototypeOf(callTool).constructor, ['return process'])() ? 'reached' : 'no' } catch { return 'no' }",
    "try { return callTool('add', { a: 1, b: 1 }).constructor.constructor('return process')() ? 'reached' : 'no' } catch { return 'no' }",
    "const { sum } = await callTool('add', { a: 1, b: 1 }); try { return sum.constructor.constructor('return process')() ? 'reached' : 'no' } catch { return 'no' }",
    "try { await callTool('fail') } catch (e) { try { return e.constructor.constructor('return process')() ? 'reached' : 'no' } catch { return 'no' } }",
    "const it = globalThis['ev' + 'al']; try { return typeof it === 'function' && it('1') === 1 ? 'reached' : 'no' } catch { return 'no' }",
    "const it = globalThis['Func' + 'tion']; try { return typeof it === 'function' ? 'reached' : 'no' } catch { return 'no' }",
    "const d = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(() => {}), 'constructor'); return d && (d.value || d.get) ? 'reached' : 'no'",
    "try { Object.defineProperty(Object.getPrototypeOf(() => {}), 'constructor', { get: () => 1 }); return 'no' } catch { return 'no' }",
    "return class extends (class {}).constructor {} ? 'no' : 'no'",
  ),
  ...of(
    'prototype',
    "Object.prototype.canary2 = 'mine'; Array.prototype.then = () => 1; return await callTool('spotless').then((r) => (r.spotless ? 'no' : 'reached'))",
    'JSON.parse(\'{"__proto__": {"polluted": 1}}\').polluted; await callTool(\'add\', JSON.parse(\'{"a":1,"b":1,"__proto__":{"polluted":1}}\')).catch(() => 1); return (await callTool(\'spotless\')).spotless ? \'no\' : \'reached\'',
    "await callTool('add', { a: 1, b: 1, constructor: { prototype: { polluted: 1 } } }).catch(() => 1); return (await callTool('spotless')).spotless ? 'no' : 'reached'",
    "await callTool('__proto__', {}).catch(() => 1); return (await callTool('spotless')).spotless ? 'no' : 'reached'",
    "await callTool('constructor').catch(() => 1); await callTool('toString').catch(() => 1); await callTool('hasOwnProperty').catch(() => 1); return 'no'",
    "return getTool('__proto__') === undefined && getTool('constructor') === undefined ? 'no' : 'reached'",
    "Array.prototype.push = function () { throw 1 }; Map.prototype.get = () => 'mine'; return (await callTool('spotless')).spotless ? 'no' : 'reached'",
    "Promise.prototype.then = function (f) { return f && f({ process: 1 }) }; const x = callTool('add', { a: 1, b: 1 }); return x.process ? 'reached' : 'no'",
    "String.prototype.slice = () => 'mine'; Object.keys = () => ['process']; JSON.stringify = () => '{\"a\":1,\"b\":41}'; const r = await callTool('add', { a: 1, b: 1 }); return r.sum === 2 ? 'no' : 'reached'",
    "let got; Object.defineProperty(Array.prototype, 0, { configurable: true, set(one) { if (typeof one !== 'string' && typeof one !== 'number') got = one } }); console.log('a'); await callTool('add', { a: 1, b: 1 }).catch(() => 1); return typeof got === 'function' ? 'reached' : 'no'",
    "const got = []; const { then } = Promise.prototype; Promise.prototype.then = function (...given) { got[got.length] = this; return then.apply(this, given) }; console.log('a'); await callTool('add', { a: 1, b: 1 }); await 1; return got.some((one) => !(one instanceof Promise)) ? 'reached' : 'no'",
    "const got = []; Object.defineProperty(Promise.prototype, 'constructor', { get() { got[got.length] = this; return Promise } }); console.log('a'); await callTool('add', { a: 1, b: 1 }); const all = await Promise.all(got.slice(0, 50).map((one) => Promise.race([one, 1]))); return all.some((one) => typeof one === 'function') ? 'reached' : 'no'",
    "const got = []; for (const name of ['text', 'kind', 'toolName', 'then', 'env', 'ctx', 'value', 'get']) Object.defineProperty(Object.prototype, name, { configurable: true, get() { got[got.length] = this; return undefined } }); console.log('a'); await callTool('fail').catch(() => 1); return got.some((one) => typeof one === 'function' || typeof one?.run === 'function' || typeof one?.send === 'function') ? 'reached' : 'no'",
    "const got = []; for (const one of ['call', 'apply', 'bind']) Function.prototype[one] = function (...given) { got[got.length] = [this, given]; return undefined }; console.log('a'); await callTool('add', { a: 1, b: 1 }); return got.length > 0 ? 'reached' : 'no'",
    'Object.freeze = Object.defineProperty = undefined; Reflect = undefined; globalThis.Promise = undefined; return 1',
    "Object.setPrototypeOf(globalThis, null); return 'no'",
    'delete globalThis.callTool; return typeof callTool',
  ),
  ...of(
    'getter',
    "return { get a() { return typeof process !== 'undefined' ? 'reached' : 'no' } }",
    "return new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: (t, k, r) => (r && r.process ? 'reached' : 'no') })",
    "return { toJSON(key) { return this.process || arguments.callee ? 'reached' : 'no' } }",
    "throw { get message() { return 'm'.repeat(1e6) }, get name() { return 'ToolError' }, get stack() { throw 1 } }",
    "throw new Proxy(new Error('x'), { get() { while (true); } })",
    "console.log({ get a() { throw new Error('b') } }); console.log(new Proxy(function () {}, {})); return 'no'",
    "callTool({ get a() { return 1 } }); return 'no'",
    "await callTool('add', {}, { get throwOnError() { throw 1 } }).catch(() => 1); return 'no'",
    "await callTool('add', { a: 1, b: 1 }, new Proxy({}, { get() { while (true); } })); return 'no'",
    "mcpLog({ toString() { throw 1 } }, { toJSON() { throw 1 } }, { get x() { throw 1 } }); return 'no'",
    "mcpNotify(Symbol('a'), 10n); return 'no'",
  ),
  ...of(
    'promise',
    'await new Promise(() => {})',
    'const again = () => Promise.resolve().then(again); await again()',
    'const many = () => { Promise.resolve().then(many); Promise.resolve().then(many); }; many(); await new Promise(() => {})',
    "return { then(resolve) { resolve({ then() { return 'reached' } }) } }",
    "return { then(resolve, reject) { reject({ get message() { return 'own' } }) } }",
    'const p = { then(f) { f(p) } }; return p',
    "await callTool('wait')",
    "await Promise.all(Array.from({ length: 60 }, () => callTool('wait')))",
    "callTool('wait'); callTool('wait'); return 'no'",
    "callTool('add', { a: 1, b: 1 }).then(() => { while (true); }); await new Promise(() => {})",
    'Promise.reject(new Error("unhandled")); Promise.reject(1); return "no"',
    'await Promise.any([])',
  ),
  ...of(
    'import',
    "return import('node:fs')",
    "import fs from 'node:fs'; return fs",
    "export { readFile } from 'node:fs'",
    'return import.meta.url',
    "return require('node:fs')",
    "try { return (0, globalThis['import'])('node:fs') } catch { return 'no' }",
    "const f = async () => { try { return await imp\\u006frt('node:fs') } catch { return 'no' } }; return f()",
    "return `${import('node:fs')}`",
  ),
  ...of(
    'bytecode',
    anyOf('bytecode', 'evalBytecode', 'Bytecode', 'compileModule', '__evalBinary'),
    found(
      "typeof SharedArrayBuffer !== 'undefined' && typeof Atomics !== 'undefined' && typeof Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9) === 'never'",
    ),
    "const b = new Uint8Array([0x43, 0x01, 0x02]); try { return new Function(b) } catch { return 'no' }",
    "const b = new ArrayBuffer(8); const d = new DataView(b); try { d.getInt32(1e9) } catch { return 'no' } return 'reached'",
    "const a = new Uint8Array(4); return [a[4], a[-1], a[1e9]].some((x) => x !== undefined) ? 'reached' : 'no'",
  ),
  ...of(
    'timing',
    'while (true);',
    'for (;;) { try { throw 1 } catch {} finally { continue } }',
    'const f = () => f(); f()',
    'const f = (n) => [1, 2].map(() => f(n + 1)); f(0)',
    'const f = (n) => { try { return f(n + 1) } catch { return f(n + 1) } }; f(0)',
    'const a = Array.from({ length: 3000 }, (_, i) => i); a.forEach(() => a.forEach(() => a.forEach(() => 1)))',
    'Array.from({ length: 3e5 }, (_, i) => -i).sort(() => Array.from({ length: 1e4 }).forEach(() => 1) || 0)',
    'const end = Date.now() + 1e6; const until = () => (Date.now() < end ? Promise.resolve().then(until) : 1); await until()',
    'function* g() { yield* g() } g().next(); [...g()]',
  ),
  ...lasting(
    'timing',
    "/^(a+)+$/.test('a'.repeat(40) + 'b')",
    "'x'.repeat(3e5).replace(/(x+x+)+y/, '')",
    'let n = 2n; [...Array(40)].forEach(() => { n = n * n }); return 1',
  ),
  ...of(
    'size',
    "let s = 'x'; [...Array(40)].forEach(() => { s += s }); return s",
    "return 'x'.repeat(2 ** 29)",
    "return 'x'.padEnd(2 ** 29)",
    'return Array.from({ length: 2 ** 32 })',
    "return [...Array(3e6)].map(() => ({ a: 'b' }))",
    'let o = {}; [...Array(1e5)].forEach(() => { o = { o } }); return o',
    "return JSON.parse('['.repeat(1e6))",
    "console.log('x'.repeat(5e6)); [...Array(1e5)].forEach((_, i) => console.log('line ' + i)); return 'no'",
    "return (await callTool('big', { size: 9e6 })).text.length",
    "const all = await Promise.all([...Array(20)].map(() => callTool('big', { size: 4e6 }))); return all.length",
    "await callTool('add', { a: 'x'.repeat(5e6), b: 1 })",
    "await callTool('x'.repeat(5e6))",
  ),
  ...lasting('size', 'return new Array(2 ** 32 - 1).fill(0)', 'return new Uint8Array(2 ** 31 - 1)', 'return new Float64Array(2 ** 28)'),
  ...of(
    'native',
    "return new Array(1e9) + ''",
    'return new Array(1e9).join()',
    'const a = []; a[4294967290] = 1; return a.includes(2)',
    "return 'a'.repeat(1e6).indexOf('a'.repeat(5e5) + 'b')",
    'return JSON.stringify(new Array(1e9)).length',
    'return Object.keys(new Array(4e9)).length',
    "return 'ab'.repeat(5e5).split('').reverse().join('').length",
    "return 'a'.repeat(1e6).replaceAll('a', 'a'.repeat(1e3)).length",
    'return structuredClone(new Array(1e9))',
  ),
  ...lasting(
    'native',
    'const a = []; a[4294967290] = 1; return a.indexOf(2)',
    'return new Array(1e9).reverse().length',
    'new Array(1e9).forEach(() => 1); return 1',
    'return Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)',
    'return Array.prototype.reverse.call({ length: 2 ** 53 - 1 })',
  ),
  ...of(
    'memory',
    "const a = []; while (true) a.push('x'.repeat(1e5) + a.length)",
    'const m = new Map(); const f = () => { m.set({}, new Array(1000).fill(m)); return Promise.resolve().then(f) }; await f()',
    'const f = () => { const g = () => f; return [g, f()] }; f()',
    'return [...Array(1e6)].map((_, i) => Symbol.for(String(i))).length',
    'const w = new WeakMap(); [...Array(1e6)].forEach(() => { const k = {}; w.set(k, k) }); return 1',
  ),
  ...lasting('memory', 'const a = []; const f = () => { a.push(new Uint8Array(1e6)); return Promise.resolve().then(f) }; await f()'),
  ...of(
    'names',
    "return await callTool('codecall:execute', { script: 'return 1' })",
    "return await callTool('codecall:invoke', { tool: 'inner' })",
    "return await callTool('CodeCall:execute', { script: 'return 1' })",
    "return await callTool('codecall_execute', { script: 'return 1' })",
    "return await callTool('codecall\\u003aexecute', { script: 'return 1' })",
    "return await callTool('system:add', {})",
    "return await callTool('internal:inner', {})",
    "return (await callTool('inner')).reached ? 'reached' : 'no'",
    "return (await callTool('__secret')).reached ? 'reached' : 'no'",
    "return (await callTool('inner ', {})).reached ? 'reached' : 'no'",
    "return (await callTool('shop:inner', {})).reached ? 'reached' : 'no'",
    "return getTool('inner') || getTool('__secret') || getTool('codecall:execute') ? 'reached' : 'no'",
    "return (await callTool('secret', {}, { throwOnError: false, origin: 'entry' })).success ? 'reached' : 'no'",
    "return (await callTool('inner', {}, { origin: 'entry', signal: {}, progressToken: 1 })).reached ? 'reached' : 'no'",
  ),
];

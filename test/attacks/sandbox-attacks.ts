import { type Outcome, run } from '../codecall/codecall-project.ts';
import { within } from '../codecall/escape-run.ts';
import type { BuiltServer } from '../support/built-servers.ts';
import type { AttackedHost } from './attack.ts';

/** What a script tries against a guard of the sandbox itself. */
export interface SandboxAttack {
  readonly name: string;
  readonly advisory: string;
  /** Hosts that have the guard; both when absent. It is taken out on the first. */
  readonly hosts?: readonly AttackedHost[];
  /** Texts of an unminified bundle, and what stands there without the guard. */
  readonly without: readonly (readonly [guard: string, instead: string])[];
  /** True: it got through. */
  readonly go: (server: Pick<BuiltServer, 'port'>) => Promise<boolean>;
}

/** What is found when the guard of an attack is taken out. */
export interface Removal {
  readonly attack: string;
  readonly opens: boolean;
}

const consumed = 'CWE-770';
const looped = 'CWE-835';
const compiled = 'CWE-95';

/** Milliseconds after which a script does not end any more. */
const giveUpMs = 25_000;

const gives =
  (script: string, isThrough: (outcome: Outcome) => boolean): SandboxAttack['go'] =>
  async (server) =>
    isThrough(await run(server, script));
/** The script returns true. */
const isTrue = (script: string): SandboxAttack['go'] => gives(script, ({ result }) => result === true);
/** The script runs to its end. */
const runs = (script: string): SandboxAttack['go'] => gives(script, ({ status }) => status === 'ok');
/** The caller waits for the script for ever. */
const neverEnds =
  (script: string): SandboxAttack['go'] =>
  async (server) =>
    (await within(giveUpMs, run(server, script))) === undefined;

/** Asks the engine for hours without a function of its own. */
const slowPattern = "/^(a+)+$/.test('a'.repeat(40) + 'b')";

const time: readonly SandboxAttack[] = [
  {
    name: 'a function of the engine that hears of no end',
    advisory: looped,
    hosts: ['node'],
    without: [['ending = setTimeout(() => {', 'ending = (() => void 0)(() => {']],
    go: neverEnds('const a = []; a[4294967290] = 1; return a.indexOf(2)'),
  },
  {
    name: 'a thread that has ended, for the next script',
    advisory: consumed,
    hosts: ['node'],
    without: [['if (thread.isAlive) {', 'if (true) {']],
    go: async (server) => {
      await run(server, 'const a = []; a[4294967290] = 1; return a.indexOf(2)');
      return (await run(server, 'return 1')).status !== 'ok';
    },
  },
  {
    name: 'a tool that never answers',
    advisory: looped,
    without: [['this.#timer = setTimeout(this.#stop, this.#left);', '']],
    go: neverEnds('await callTool("wait")'),
  },
  {
    name: 'a script that is never asked whether to end',
    advisory: looped,
    hosts: ['worker'],
    without: [['runtime.setInterruptHandler(() => bridge.isOver());', '']],
    go: neverEnds(slowPattern),
  },
  {
    name: 'instructions without a count',
    advisory: looped,
    hosts: ['worker'],
    // Where clocks stand still while code runs, the count is all there is.
    without: [['clock.isLate || ++polls > maxPolls', 'false']],
    go: neverEnds(slowPattern),
  },
  {
    name: 'promises that settle each other',
    advisory: looped,
    hosts: ['worker'],
    without: [['if (bridge.isOver()) return false;', '']],
    go: runs('for (let at = 0; at < 600; at++) await Promise.all(new Array(100).fill(1)); return 1'),
  },
  {
    name: 'more rounds of loops than a script has',
    advisory: looped,
    without: [['++${rounds}>${maxIterations}', 'false']],
    go: isTrue('let n = 0; while (n < 20_000) n++; return n === 20_000'),
  },
  {
    name: 'more calls of functions than a script has',
    advisory: looped,
    hosts: ['worker'],
    without: [['if (countsCalls && callees.has(node.type))', 'if (false)']],
    go: isTrue('let n = 0; Array.from({ length: 20_000 }).forEach(() => { n++; }); return n === 20_000'),
  },
  {
    name: 'long functions of the engine in a loop',
    advisory: looped,
    hosts: ['worker'],
    without: [['isLate: () => clock.isLate', 'isLate: () => false']],
    go: neverEnds('const a = new Array(99_000).fill(1); for (let at = 0; at < 9999; at++) JSON.stringify(a); return 1'),
  },
  {
    name: 'what is like an array, and tells two lengths',
    advisory: looped,
    hosts: ['worker'],
    without: [['isNoArray(self) ||', '']],
    go: neverEnds('let n = 0; return Array.prototype.lastIndexOf.call({ get length() { return n++ ? 2 ** 53 - 1 : 1 } }, 1)'),
  },
  {
    name: 'a long array in an array',
    advisory: looped,
    hosts: ['worker'],
    without: [['for (const name of ["concat", "flat", "flatMap"])', 'for (const name of [])']],
    go: neverEnds('return [new Array(4e9)].flat()'),
  },
  {
    name: 'texts of a template without an end',
    advisory: looped,
    hosts: ['worker'],
    without: [['texts !== void 0 && isNoArray(context.getProp(texts, "raw"))', 'false']],
    go: neverEnds('return String.raw({ raw: { length: 2 ** 53 - 1 } }).length'),
  },
  {
    name: 'a long array in one go',
    advisory: looped,
    hosts: ['worker'],
    without: [['lengthOf(self) > maxItems || given.some(', 'false && given.some(']],
    go: runs('return new Array(200_000).join().length'),
  },
  {
    name: 'a long text in a long text',
    advisory: looped,
    hosts: ['worker'],
    without: [['lengthOf(self) * lengthOf(sought) > maxSteps', 'false']],
    go: runs("return 'a'.repeat(6000).indexOf('a'.repeat(4000) + 'b')"),
  },
];

const memory: readonly SandboxAttack[] = [
  {
    name: 'more memory than a script has',
    advisory: consumed,
    without: [['if (memory.buffer.byteLength + pages * pageBytes > maxBytes)', 'if (false)']],
    go: runs('return Array.from({ length: 80 }, () => new Uint8Array(1e6)).length'),
  },
  {
    name: 'more memory than a script has, in one piece',
    advisory: consumed,
    // Both stand in its way.
    without: [
      ['runtime.setMemoryLimit(limits.memoryBytes);', ''],
      ['if (memory.buffer.byteLength + pages * pageBytes > maxBytes)', 'if (false)'],
    ],
    go: runs('return new Uint8Array(8e7).length'),
  },
  {
    name: 'more calls inside each other than the stack has',
    advisory: 'CWE-674',
    hosts: ['worker'],
    without: [['runtime.setMaxStackSize(limits.stackBytes);', '']],
    go: gives('const f = () => f(); try { f() } catch {} return 1', ({ error }) => error?.message.includes('broke its engine') === true),
  },
  {
    name: 'scripts that wait for others to end',
    advisory: consumed,
    hosts: ['node'],
    without: [['signal.aborted || !hasRoom([...this.#waiting], this.#limits.waiting, caller)', 'signal.aborted']],
    go: async (server) => {
      const all = Array.from({ length: 70 }, () => run(server, 'await callTool("wait")'));
      // One that is refused is refused at once.
      const isKept = (await within(10_000, Promise.race(all))) === undefined;
      await Promise.all(all);
      return isKept;
    },
  },
  {
    name: 'a script that is longer than it may be',
    advisory: consumed,
    without: [['if (maxLength !== void 0 && script.length > maxLength)', 'if (false)']],
    go: runs(`return "${'z'.repeat(70_000)}".length`),
  },
];

/** More than a script gives, says or sends. */
const sent: readonly SandboxAttack[] = [
  {
    name: 'a long result',
    advisory: consumed,
    without: [['one.length <= left ? one :', 'true ? one :']],
    go: gives("return 'x'.repeat(70_000)", ({ result }) => String(result).length === 70_000),
  },
  {
    name: 'a result of many items',
    advisory: consumed,
    without: [['left <= 0 || kept.length >= limits.items', 'false']],
    go: gives('return Array.from({ length: 9000 }, () => 1)', ({ result }) => (result as unknown[]).length === 9000),
  },
  {
    name: 'a deep result',
    advisory: 'CWE-674',
    without: [['if (depth >= limits.depth)', 'if (false)']],
    go: gives('let a = 1; for (let at = 0; at < 50; at++) a = { a }; return a', ({ result }) =>
      JSON.stringify(result).startsWith('{"a":'.repeat(50)),
    ),
  },
  {
    name: 'a result that the server reads whole before it cuts it',
    advisory: consumed,
    without: [['if (text.length > maxReadCharacters)', 'if (false)']],
    go: runs("return 'x'.repeat(9e6)"),
  },
  {
    name: 'a long line of a log',
    advisory: consumed,
    // Both stand in its way: before it leaves the engine, and before it is kept.
    without: [
      ['this.#bridge.say({ ...message, text: cut(text)', 'this.#bridge.say({ ...message, text'],
      ['const kept = line.length > 2e3 ?', 'const kept = false ?'],
    ],
    go: gives("console.log('x'.repeat(9000))", ({ logs = [] }) => (logs[0]?.length ?? 0) === 9000),
  },
  {
    name: 'many long lines of logs',
    advisory: consumed,
    without: [
      ['if (this.#left <= 0 || this.lines.length >= maxLogLines)', 'if (this.lines.length >= maxLogLines)'],
      ['const isLast = this.#left <= 0 || ', 'const isLast = '],
    ],
    go: gives("for (let at = 0; at < 60; at++) console.log('x'.repeat(1900))", ({ logs = [] }) => logs.join('').length > 60_000),
  },
  {
    name: 'more characters of arguments than a script sends',
    advisory: consumed,
    without: [['this.#characters > sends.argumentCharacters ?', 'false ?']],
    go: runs("for (const a of ['a', 'b']) await callTool('echo', { [a]: 'x'.repeat(22e5) }); return 1"),
  },
  {
    name: 'a long name of a tool',
    advisory: consumed,
    without: [['if (name.length > sends.nameCharacters)', 'if (false)']],
    go: gives("return callTool('n'.repeat(3000))", ({ error }) => error?.message.startsWith('Tool "nnn') === true),
  },
  {
    name: 'more calls than a thread sends',
    advisory: consumed,
    hosts: ['node'],
    without: [['if (++this.#calls > sends.calls)', 'if (false)']],
    go: isTrue(
      "const all = await Promise.all(Array.from({ length: 10_001 }, () => callTool('add').catch(({ message }) => message))); return all.at(-1).includes('has called tools')",
    ),
  },
  {
    name: 'a long result of a tool',
    advisory: consumed,
    without: [['return text.length > maxAnswerCharacters ?', 'return false ?']],
    go: isTrue("return (await callTool('big', { size: 43e5 })).text.length === 43e5"),
  },
];

const unchecked = 'let n = 0; while (n < 20_000) n++; return n';

/** Code that is not checked, so that its loops do not count. */
const compilers: readonly SandboxAttack[] = [
  {
    name: 'its own module, with a counter of its own',
    advisory: compiled,
    without: [['const keyword = node.type === "MetaProperty"', 'const keyword = true ? void 0 : node.type === "MetaProperty"']],
    go: isTrue(
      "if (globalThis.again) { let n = 0; while (n < 20_000) n++; return n === 20_000 } globalThis.again = true; return (await import('script.js')).default(() => 1, [])",
    ),
  },
  {
    name: 'constructors of functions',
    advisory: compiled,
    without: [['for (let at = 0; at < 4; at++) disable(', 'for (let at = 0; at < 0; at++) disable(']],
    go: isTrue(`return (() => 1).constructor(${JSON.stringify(unchecked)})() === 20_000`),
  },
  {
    name: 'eval by another name',
    advisory: compiled,
    without: [['for (const name of limits.disabled) disable(', 'for (const name of []) disable(']],
    go: isTrue(`return globalThis['ev' + 'al'](${JSON.stringify('let n = 0; while (n < 20_000) n++; n')}) === 20_000`),
  },
  {
    name: 'a method of JSON that the script has replaced',
    advisory: 'CWE-471',
    without: [
      ['context.callFunction(stringify, ', 'context.callFunction(context.getProp(context.getProp(context.global, "JSON"), "stringify"), '],
    ],
    go: gives('JSON.stringify = () => \'{"forged":1}\'; return 1', ({ result }) => JSON.stringify(result) === '{"forged":1}'),
  },
];

export const sandboxAttacks: readonly SandboxAttack[] = [...time, ...memory, ...sent, ...compilers];

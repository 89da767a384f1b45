import { construct, legacyDecorators, standardDecorators, unmarkedTypes, type Construct } from './construct.ts';

/** Fields, as `useDefineForClassFields` says. */
export const fields: readonly Construct[] = [
  construct(
    'a field declared again',
    'class A { x: number | undefined; constructor() { this.prepare(); } prepare(): void {} }\nclass B extends A { override x: number | undefined = undefined; override prepare(): void { this.x = 5; } }\nexport const run = () => [new B().x ?? "reset", Object.keys(new B())];',
  ),
  construct('a field over an accessor', {
    'a.ts': 'export class A { seen: unknown[] = []; set v(n: unknown) { this.seen.push(n); } get v(): unknown { return "base"; } }',
    'run.ts':
      'import { A } from "./a.js";\nclass B extends A { constructor() { super(); Object.assign(this, { w: 1 }); } w = this.seen.length; }\nexport const run = () => { const b = new B(); return [b.w, b.seen, Object.keys(b)]; };',
  }),
  construct(
    'without a value',
    'class A { a?: number; b!: string; c: number | undefined; }\nexport const run = () => Object.keys(new A());',
  ),
  construct(
    'declare',
    'class A { a = 1; }\nclass B extends A { declare a: 1; }\nexport const run = () => [new B().a, Object.keys(new B())];',
  ),
  construct(
    'parameter properties',
    'class A { constructor(readonly a: number, protected b = a + 1, private c?: string) {} sum(): unknown { return [this.a, this.b, this.c]; } }\nexport const run = () => [new A(1).sum(), Object.keys(new A(1, 2, "c"))];',
  ),
  construct(
    'parameter properties and fields, their order',
    'class A { x = 1; constructor(readonly a: number) {} y = 2; }\nexport const run = () => Object.keys(new A(1));',
  ),
  construct(
    'a parameter property in a method of a field',
    'class A { f = (): number => this.a * 2; constructor(readonly a: number) {} }\nexport const run = () => new A(4).f();',
  ),
  construct(
    'parameter properties after super',
    'class A { log: string[] = ["base"]; }\nclass B extends A { z = this.log.push("field"); constructor(public p: string) { super(); this.log.push(p); } }\nexport const run = () => [new B("p").log, Object.keys(new B("p"))];',
  ),
  construct(
    'statics',
    'class A { static a = 1; static b = A.a + 1; static c = this.b + 1; static f = () => this.c; }\nexport const run = () => [A.a, A.b, A.c, A.f(), Object.keys(A)];',
  ),
  construct(
    'static blocks',
    'const log: string[] = [];\nclass A { static x = log.push("x"); static { log.push("block"); } static y = log.push("y"); }\nexport const run = () => [log, A.x, A.y];',
  ),
  construct(
    'inherited statics',
    'class A { static list: string[] = []; static add(s: string): void { this.list.push(s); } }\nclass B extends A { static override list = ["b"]; static { super.add("c"); } }\nexport const run = () => [A.list, B.list];',
  ),
  construct(
    'computed names, their order',
    'const log: string[] = [];\nconst k = (s: string): string => (log.push(s), s);\nconst field = "field";\nclass A { [k("a")](): void {} [field] = log.push("value"); static [k("b")](): void {} static [field] = log.push("static"); }\nexport const run = () => { new A(); return log; };',
  ),
  construct(
    'private names',
    'class A { #x = 1; static #n = 0; static make(): A { A.#n++; return new A(); } get x(): number { return this.#x; } has(o: object): boolean { return #x in o; } static get n(): number { return this.#n; } }\nexport const run = () => [A.make().x, A.n, new A().has(new A()), new A().has({})];',
  ),
  construct(
    'private methods',
    'class A { #f(): string { return "f"; } static #g(): string { return "g"; } get #h(): string { return "h"; } all(): string { return this.#f() + A.#g() + this.#h; } }\nexport const run = () => new A().all();',
  ),
  construct(
    'accessor',
    'class A { accessor a = 1; static accessor b = 2; }\nexport const run = () => { const x = new A(); x.a++; return [x.a, A.b, Object.keys(x)]; };',
  ),
  construct(
    'abstract',
    'abstract class A { abstract name2: string; abstract f(): string; g(): string { return this.f() + this.name2; } }\nclass B extends A { name2 = "n"; f(): string { return "f"; } }\nexport const run = () => [new B().g(), Object.keys(new B())];',
  ),
  construct(
    'this in arrows',
    'class A { x = 1; f = (): number => this.x; g = { h: (): number => this.x + 1 }; }\nconst { f, g } = new A();\nexport const run = () => [f(), g.h()];',
  ),
  construct(
    'a setter of the prototype',
    'class A {}\nObject.defineProperty(A.prototype, "hook", { set(v: unknown) { Reflect.set(this, "hooked", v); }, configurable: true });\nclass B extends A { hook = 5; }\nexport const run = () => { const b = new B(); return [Object.keys(b), Reflect.get(b, "hooked") ?? "own"]; };',
  ),
  construct(
    'a method replaced by a field',
    'class A { f(): string { return "method"; } }\nclass B extends A { override f = (): string => "field " + super.f(); }\nexport const run = () => [new B().f(), Object.keys(new B())];',
  ),
  construct(
    'order of base and derived',
    'const log: string[] = [];\nclass A { a = log.push("a"); constructor() { log.push("A"); } }\nclass B extends A { b = log.push("b"); constructor() { log.push("before"); super(); log.push("B"); } }\nexport const run = () => { new B(); return log; };',
  ),
  construct(
    'a static called name',
    'class A { static readonly label = "l"; static get title(): string { return this.label + this.name; } }\nexport const run = () => A.title;',
  ),
  construct(
    'class expressions',
    'const A = class { x = 1; };\nconst B = class Inner { static me = Inner.name; };\nconst make = () => class { y = 2; };\nexport const run = () => [A.name, B.name, B.me, make().name, new (make())()];',
  ),
  construct(
    'mixins',
    'type Constructor = new (...args: any[]) => object;\nconst Named = <T extends Constructor>(Base: T) => class extends Base { label = "mixed"; };\nclass A { a = 1; }\nexport const run = () => { const B = Named(A); return [new B(), Object.keys(new B())]; };',
  ),
  construct('a field of an imported enum', {
    'k.ts': 'export enum K { a = 4, b }',
    'run.ts': 'import { K } from "./k.js";\nclass A { k = K.b; static s = K.a; }\nexport const run = () => [new A().k, A.s];',
  }),
  construct(
    'an index signature',
    'class A { [key: string]: unknown; static [key: `x${string}`]: number; a = 1; }\nexport const run = () => Object.keys(new A());',
  ),
  // Without its name: with set fields TypeScript's emit calls such a class default_1, and the language default.
  construct('fields of an anonymous default', {
    'a.ts': 'export default class { a = 1; static b = 2; }',
    'run.ts': 'import A from "./a.js";\nexport const run = () => [new A(), A.b];',
  }),
  construct(
    'a field read by the base',
    'class A { constructor() { this.init(); } init(): void {} }\nclass B extends A { n = 1; m?: number; override init(): void { this.n = 9; this.m = 8; } }\nexport const run = () => [new B().n, new B().m ?? "reset"];',
  ),
  construct(
    'using',
    'const log: string[] = [];\nclass R { constructor(readonly n: string) {} [Symbol.dispose](): void { log.push(this.n); } }\nconst f = (): void => { using a = new R("a"); using b = new R("b"); log.push(a.n + b.n); };\nexport const run = () => { f(); return log; };',
  ),
];

const noted =
  'export const log: string[] = [];\nexport const note = (text: string) => <V>(value: V, context: DecoratorContext): void => { log.push(`${text} ${context.kind} ${String(context.name)}`); };';

/** Decorators of the standard. */
export const decorators: readonly Construct[] = [
  construct(
    'standard, of a class',
    {
      'note.ts': noted,
      'run.ts':
        'import { log, note } from "./note.js";\n@note("c")\nclass A { static x = A.name; }\nexport const run = () => [log, A.x, A.name];',
    },
    standardDecorators,
  ),
  construct(
    'standard, of everything',
    {
      'note.ts': noted,
      'run.ts':
        'import { log, note } from "./note.js";\n@note("class")\nclass A { @note("f") f = 1; @note("m") m(): void {} @note("g") get g(): number { return 1; } @note("s") static s = 1; @note("a") accessor a = 1; @note("p") #p = 1; p(): number { return this.#p; } }\nexport const run = () => [log, new A().p()];',
    },
    standardDecorators,
  ),
  construct(
    'standard, through a barrel',
    {
      'note.ts': noted,
      'barrel.ts': 'export * from "./note.js";',
      'run.ts':
        'import * as all from "./barrel.js";\n@all.note("1")\n@all.note("2")\nclass A { @all.note("3") @all.note("4") m(): string { return "m"; } }\nexport const run = () => [all.log, new A().m()];',
    },
    standardDecorators,
  ),
  construct(
    'standard, a class replaced',
    'const wrap = <T extends new (...args: any[]) => object>(value: T, _: ClassDecoratorContext): T => class extends value { extra = 1; };\n@wrap\nclass A { own = 2; static self = (): unknown => A; }\nexport const run = () => [Object.keys(new A()), A.self() === A];',
    standardDecorators,
  ),
  construct(
    'standard, a method replaced',
    'const twice = (value: (n: number) => number, _: ClassMethodDecoratorContext) => function (this: unknown, n: number): number { return value.call(this, n) * 2; };\nclass A { @twice f(n: number): number { return n + 1; } }\nexport const run = () => [new A().f(2), new A().f.name];',
    standardDecorators,
  ),
  construct(
    'standard, first values',
    'const plus = (_: undefined, __: ClassFieldDecoratorContext) => (n: number): number => n + 10;\nclass A { @plus x = 1; @plus static y = 2; }\nexport const run = () => [new A().x, A.y];',
    standardDecorators,
  ),
  construct(
    'standard, an accessor replaced',
    'const loud = (target: ClassAccessorDecoratorTarget<A, number>, _: ClassAccessorDecoratorContext<A, number>): ClassAccessorDecoratorResult<A, number> => ({ get() { return target.get.call(this) + 1; }, init: (n) => n * 10 });\nclass A { @loud accessor v = 2; }\nexport const run = () => { const a = new A(); a.v = a.v + 1; return a.v; };',
    standardDecorators,
  ),
  construct(
    'standard, initializers',
    'const log: string[] = [];\nconst start = (_: unknown, context: ClassMethodDecoratorContext | ClassDecoratorContext | ClassFieldDecoratorContext) => context.addInitializer(function () { log.push(`${context.kind} ${String(context.name)}`); });\n@start\nclass A { @start f = log.push("field"); @start m(): void {} @start static s(): void {} constructor() { log.push("constructor"); } }\nexport const run = () => { new A(); return log; };',
    standardDecorators,
  ),
  construct(
    'standard, order',
    'const log: string[] = [];\nconst d = (n: string) => (log.push(`make ${n}`), (_: unknown, __: DecoratorContext): void => void log.push(`apply ${n}`));\n@d("c1") @d("c2")\nclass A { @d("f") f = 1; @d("s") static s = 1; @d("m") m(): void {} @d("sm") static sm(): void {} }\nvoid A;\nexport const run = () => log;',
    standardDecorators,
  ),
  construct(
    'standard, access',
    'const seen: unknown[] = [];\nconst d = (_: undefined, context: ClassFieldDecoratorContext<A, number>): void => void seen.push(context.access);\nclass A { @d x = 4; @d #y = 5; read(): number { return this.#y; } }\nexport const run = () => { const a = new A(); return [a.read(), seen.map((one) => (one as { get(o: A): number }).get(a))]; };',
    standardDecorators,
  ),
  construct(
    'standard, computed names',
    'const log: string[] = [];\nconst key = (k: string): string => (log.push(k), k);\nconst d = (_: unknown, context: DecoratorContext): void => void log.push(`d ${String(context.name)}`);\nclass A { @d [key("a")](): void {} @d static [key("b")](): void {} }\nvoid A;\nexport const run = () => log;',
    standardDecorators,
  ),
  construct(
    'standard, an argument of another file',
    {
      'k.ts': 'export enum K { a = 2, b }\nexport const enum L { x = 7 }',
      'run.ts':
        'import { K, L } from "./k.js";\nconst log: number[] = [];\nconst d = (n: number) => (_: unknown, __: DecoratorContext): void => void log.push(n);\n@d(K.b)\nclass A { @d(L.x) m(): void {} }\nvoid A;\nexport const run = () => log;',
    },
    standardDecorators,
  ),
  construct(
    'legacy, of a class',
    'const log: unknown[] = [];\nconst d = (target: Function): void => void log.push(target.name);\n@d\nclass A { static x = 1; static me = A.name; }\nexport const run = () => [log, A.x, A.me];',
    legacyDecorators,
  ),
  construct(
    'legacy, a class replaced',
    'const wrap = <T extends new (...args: any[]) => object>(value: T): T => class extends value { extra = 1; };\n@wrap\nclass A { own = 2; static self = (): unknown => A; make(): object { return new A(); } }\nexport const run = () => [Object.keys(new A()), A.self() === A, Object.keys(new A().make())];',
    legacyDecorators,
  ),
  construct(
    'legacy, methods',
    'const log: unknown[] = [];\nconst d = (target: object, key: string, descriptor: PropertyDescriptor): void => void log.push([typeof target, key, typeof descriptor.value, typeof descriptor.get]);\nclass A { @d m(): void {} @d static s(): void {} @d get g(): number { return 1; } }\nvoid A;\nexport const run = () => log;',
    legacyDecorators,
  ),
  construct(
    'legacy, a method replaced',
    'const twice = (_: object, __: string, descriptor: PropertyDescriptor): PropertyDescriptor => ({ ...descriptor, value(n: number): number { return descriptor.value.call(this, n) * 2; } });\nclass A { @twice f(n: number): number { return n + 1; } }\nexport const run = () => new A().f(2);',
    legacyDecorators,
  ),
  construct(
    'legacy, properties',
    'const log: unknown[] = [];\nconst d = (target: object, key: string): void => void log.push([typeof target, key, Object.getOwnPropertyDescriptor(target, key) === undefined]);\nclass A { @d x = 1; @d y?: number; @d static z = 3; }\nexport const run = () => [log, Object.keys(new A()), A.z];',
    legacyDecorators,
  ),
  construct(
    'legacy, an accessor made of a property',
    'const hook = (target: object, key: string): void => { Object.defineProperty(target, key, { get: () => "hooked", set: () => undefined, configurable: true }); };\nclass A { @hook x: unknown = 1; @hook y: unknown; }\nexport const run = () => [new A().x ?? "undefined", new A().y ?? "undefined", Object.keys(new A())];',
    legacyDecorators,
  ),
  construct(
    'legacy, parameters',
    'const log: unknown[] = [];\nconst p = (_: object, key: string | symbol | undefined, index: number): void => void log.push([key ?? "constructor", index]);\nclass A { constructor(@p readonly a: number, @p b: string) { void b; } m(@p x: number): void { void x; } }\nexport const run = () => [log, new A(1, "b").a];',
    legacyDecorators,
  ),
  construct(
    'legacy, order',
    'const log: string[] = [];\nconst d = (n: string) => (log.push(`make ${n}`), (..._: unknown[]): void => void log.push(`apply ${n}`));\n@d("c1") @d("c2")\nclass A { @d("f") f = 1; @d("s") static s = 1; @d("m1") @d("m2") m(@d("p") x: number): void { void x; } constructor(@d("cp") y: number) { void y; } }\nvoid A;\nexport const run = () => log;',
    legacyDecorators,
  ),
  construct(
    'legacy, computed names',
    'const log: string[] = [];\nconst key = (k: string): string => (log.push(k), k);\nconst d = (_: object, name: string): void => void log.push(`d ${name}`);\nclass A { @d [key("a")](): void {} @d static [key("b")](): void {} }\nvoid A;\nexport const run = () => log;',
    legacyDecorators,
  ),
  construct(
    'legacy, an argument of another file',
    {
      'k.ts': 'export enum K { a = 2, b }\nexport declare const enum L { x = 7 }',
      'run.ts':
        'import { K, L } from "./k.js";\nconst log: number[] = [];\nconst d = (n: number) => (..._: unknown[]): void => void log.push(n);\n@d(K.b)\nclass A { @d(L.x) m(): void {} }\nvoid A;\nexport const run = () => log;',
    },
    legacyDecorators,
  ),
  construct(
    'legacy, an import that only a parameter names',
    {
      'log.ts': 'export const log: string[] = [];',
      'a.ts': 'import { log } from "./log.js";\nlog.push("a");\nexport class A { x = 1; }',
      'run.ts':
        'import { A } from "./a.js";\nimport { log } from "./log.js";\nconst d = (..._: unknown[]): void => undefined;\n@d\nclass B { constructor(readonly a: A) {} }\nexport const run = () => [new B({ x: 3 }).a, log];',
    },
    legacyDecorators,
  ),
  construct(
    'legacy, types at run time',
    {
      'a.ts': 'export class A { x = 1; }\nexport interface I { y: number }\nexport enum E { a }',
      'run.ts':
        'import { A, E, type I } from "./a.js";\nconst seen: unknown[] = [];\nconst meta = Reflect as unknown as Record<string, unknown>;\nmeta["metadata"] = (key: string, value: unknown) => (_: object, name?: string): void => void seen.push([name ?? "class", key, Array.isArray(value) ? value.map((one) => (one as { name?: string } | undefined)?.name) : ((value as { name?: string } | undefined)?.name ?? "none")]);\nconst d = (..._: unknown[]): void => undefined;\n@d\nclass B { @d a!: A; @d e!: E; @d i!: I; constructor(readonly p: A, q: string, r: number[]) { void q; void r; } @d m(x: Date): Promise<string> { return Promise.resolve(String(x)); } }\nvoid B;\nexport const run = () => seen;',
    },
    legacyDecorators,
  ),
  construct(
    'legacy and parameter properties',
    'const log: unknown[] = [];\nconst d = (target: object, key: string): void => void log.push([target.constructor.name, key]);\nclass A { @d x = this.a; constructor(readonly a: number) {} }\nexport const run = () => [new A(5).x ?? "undefined", log];',
    ['legacy-set-fields', 'metadata'],
  ),
];

/** Modules that only do something, of the project and of packages. */
export const effects: readonly Construct[] = [
  construct('a module that registers', {
    'registry.ts': 'export const registry = new Map<string, number>();',
    'register.ts': 'import { registry } from "./registry.js";\nregistry.set("a", 1);',
    'run.ts': 'import "./register.js";\nimport { registry } from "./registry.js";\nexport const run = () => [...registry];',
  }),
  construct('a barrel of modules that register', {
    'registry.ts': 'export const registry: string[] = [];',
    'a.ts': 'import { registry } from "./registry.js";\nregistry.push("a");\nexport const a = 1;',
    'b.ts': 'import { registry } from "./registry.js";\nregistry.push("b");\nexport const b = 2;',
    'barrel.ts': 'export * from "./a.js";\nexport { b } from "./b.js";',
    'run.ts': 'import { a } from "./barrel.js";\nimport { registry } from "./registry.js";\nexport const run = () => [a, registry];',
  }),
  construct('their order', {
    'log.ts': 'export const log: string[] = [];',
    'a.ts': 'import "./b.js";\nimport { log } from "./log.js";\nlog.push("a");',
    'b.ts': 'import { log } from "./log.js";\nlog.push("b");',
    'run.ts': 'import "./a.js";\nimport "./b.js";\nimport { log } from "./log.js";\nlog.push("run");\nexport const run = () => log;',
  }),
  construct('a static block in an unused class', {
    'log.ts': 'export const log: string[] = [];',
    'a.ts': 'import { log } from "./log.js";\nexport class Unused { static { log.push("block"); } static x = log.push("static"); }',
    'run.ts': 'import "./a.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
  construct('a decorator of an unused class', {
    'log.ts': 'export const log: string[] = [];\nexport const d = (..._: unknown[]): void => void log.push("d");',
    'a.ts': 'import { d } from "./log.js";\n@d\nexport class Unused {}',
    'run.ts': 'import "./a.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
  construct('a call in an unused constant', {
    'log.ts': 'export const log: string[] = [];\nexport const add = (s: string): number => log.push(s);',
    'a.ts':
      'import { add } from "./log.js";\nexport const unused = add("call");\nexport const other = `${add("template")}`;\nexport const { x } = { get x(): number { return add("getter"); } };',
    'run.ts': 'import "./a.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
  construct('an unused enum with a call', {
    'log.ts': 'export const log: string[] = [];\nexport const add = (s: string): number => log.push(s);',
    'a.ts': 'import { add } from "./log.js";\nexport enum Unused { a = add("enum") }',
    'run.ts': 'import "./a.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
  construct('a package without a flag', 'import "effect-plain";\nexport const run = () => Reflect.get(globalThis, "effectPlain");'),
  construct(
    'a package that lists its effects',
    'import "effect-listed/register.js";\nimport { value } from "effect-listed";\nexport const run = () => [value, Reflect.get(globalThis, "effectListed")];',
  ),
  construct('a package without effects, used', 'import { value } from "effect-none";\nexport const run = () => value;'),
  construct('a package through a barrel', {
    'barrel.ts': 'export { value as listed } from "effect-listed";\nexport * from "effect-none";',
    'run.ts': 'import { listed, value } from "./barrel.js";\nexport const run = () => [listed, value];',
  }),
  construct('a CommonJS package, default', 'import all from "common-js";\nexport const run = () => all;'),
  construct(
    'a CommonJS package, names',
    'import { a, b } from "common-js";\nimport * as all from "common-js";\nexport const run = () => [a, b, all.a, typeof all.default];',
  ),
  construct('a CommonJS package compiled from a module', 'import all from "common-js-compiled";\nexport const run = () => all;'),
  construct(
    'a CommonJS package, types of it',
    'import type all from "common-js";\nconst s: all.Shape = { a: 1, b: 2 };\nexport const run = () => s;',
  ),
  construct(
    'this in a function, beside a CommonJS package',
    'import all from "common-js";\nfunction itself(this: unknown) { return typeof this; }\nconst call = itself as () => string;\nexport const run = () => [all.a, call()];',
  ),
  construct(
    'writing a frozen member, beside a CommonJS package',
    'import all from "common-js";\nconst fixed: { a: number } = Object.freeze({ a: all.a });\nexport const run = () => { fixed.a = 2; return fixed.a; };',
  ),
  construct(
    'deleting a fixed member, beside a CommonJS package',
    'import all from "common-js";\nconst list: { length?: number } = Object.freeze([all.a]) as never;\nexport const run = () => delete list.length;',
  ),
  construct(
    'arguments after a parameter was written, beside a CommonJS package',
    'import all from "common-js";\nfunction written(a: number) { a += all.b; return [a, arguments[0]]; }\nexport const run = () => written(1);',
  ),
  construct('import = require', 'import all = require("common-js");\nexport const run = () => all.a;', unmarkedTypes),
];

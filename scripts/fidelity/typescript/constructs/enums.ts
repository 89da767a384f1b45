import { construct, wholeProgram, type Construct } from './construct.ts';

const unit = 'export enum Unit { Base = 10, Step = 5, Name = "unit" }';

/** Enums: counted, computed, merged, exported through other files. */
export const enums: readonly Construct[] = [
  construct('counting', 'enum A { One, Two, Three }\nexport const run = () => [A.One, A.Two, A.Three, A];'),
  construct('counting from a number', 'enum A { One = 7, Two, Three = 1, Four }\nexport const run = () => A;'),
  construct('strings', 'enum A { Up = "UP", Down = "DOWN" }\nexport const run = () => [A, A.Up];'),
  construct('heterogeneous', 'enum A { No = 0, Yes = "YES", More = 4, Next }\nexport const run = () => A;'),
  construct('negative', 'enum A { Low = -3, Next, After, Up }\nexport const run = () => A;'),
  construct('reverse mapping', 'enum A { One = 1, Two }\nexport const run = () => [A[1], A[2], A[A.Two], Object.entries(A)];'),
  construct('flags', 'enum A { None, Read = 1 << 1, Write = 1 << 2, Both = Read | Write, Not = ~Read }\nexport const run = () => A;'),
  construct('own members', 'enum A { a = 2, b = a * 3, c, d = A.c ** 2, e }\nexport const run = () => A;', wholeProgram),
  construct(
    'operators',
    'enum A { a = 7 % 4, b = (1 + 2) * 3, c = 9 / 2, d = 255 >> 2, e = -1 >>> 28, f = 5 ^ 3, g = 6 & 3 }\nexport const run = () => A;',
  ),
  construct(
    'division by zero',
    'enum A { up = 1 / 0, down = -1 / 0, none = 0 / 0 }\nexport const run = () => [String(A.up), String(A.down), String(A.none), Object.keys(A)];',
  ),
  construct('templates', 'enum A { a = "x", b = `${a}-y`, c = `${b}-z` }\nexport const run = () => A;'),
  construct('quoted names', 'enum A { "a-b" = 3, "c d", e }\nexport const run = () => [A["a-b"], A["c d"], A.e];'),
  construct(
    'a name that hides an import',
    {
      'unit.ts': unit,
      'run.ts': 'import { Unit } from "./unit.js";\nenum A { Unit = 5, x = Unit, y }\nexport const run = () => [A, typeof Unit];',
    },
    wholeProgram,
  ),
  construct(
    'computed from another file, counted on',
    {
      'unit.ts': unit,
      'run.ts':
        'import { Unit } from "./unit.js";\nenum Code { One = Unit.Base + Unit.Step, Two, Three }\nexport const run = () => [Code.One, Code.Two, Code.Three, Code];',
    },
    wholeProgram,
  ),
  construct('computed from another file', {
    'unit.ts': unit,
    'run.ts':
      'import { Unit } from "./unit.js";\nexport enum Code { One = Unit.Base + Unit.Step, Two = Unit.Base }\nexport const run = () => Code;',
  }),
  construct(
    'element access of another file',
    {
      'unit.ts': unit,
      'run.ts': 'import { Unit } from "./unit.js";\nenum Code { One = Unit["Base"], Two }\nexport const run = () => Code;',
    },
    wholeProgram,
  ),
  construct(
    'a string of another file',
    {
      'unit.ts': unit,
      'run.ts':
        'import { Unit } from "./unit.js";\nenum Code { Label = Unit.Name, Long = `${Unit.Name}s` }\nexport const run = () => [Code, Object.keys(Code)];',
    },
    wholeProgram,
  ),
  construct(
    'an imported constant',
    {
      'base.ts': 'export const base = 40;\nexport const label = "l";',
      'run.ts':
        'import { base, label } from "./base.js";\nenum A { a = base, b, c = base + 2, d, e = label }\nexport const run = () => [A, Object.keys(A)];',
    },
    wholeProgram,
  ),
  construct(
    'a constant of the file',
    'const base = 40;\nenum A { a = base, b, c = base * 2, d }\nexport const run = () => A;',
    wholeProgram,
  ),
  construct(
    'three files',
    {
      'a.ts': 'export enum A { x = 3, y }',
      'b.ts': 'import { A } from "./a.js";\nexport enum B { p = A.y * 2, q }',
      'run.ts': 'import { B } from "./b.js";\nenum C { k = B.q + 1, l, m }\nexport const run = () => [B, C];',
    },
    wholeProgram,
  ),
  construct(
    'files that import each other',
    {
      'a.ts': 'import { B } from "./b.js";\nexport enum A { one = 1, two = B.one + 1 }',
      'b.ts': 'import { A } from "./a.js";\nexport enum B { one = A.one + 10, two }',
      'run.ts': 'import { A } from "./a.js";\nimport { B } from "./b.js";\nexport const run = () => [A, B];',
    },
    wholeProgram,
  ),
  construct('computed at run time', 'enum A { a = "abc".length, b = 4, c }\nexport const run = () => A;'),
  construct('a call of another file', {
    'f.ts': 'export const f = (n: number): number => n * 2;',
    'run.ts': 'import { f } from "./f.js";\nenum A { a = f(4), b = 1, c }\nexport const run = () => A;',
  }),
  construct('merged in a file', 'enum A { one, two }\nenum A { three = 2, four }\nexport const run = () => A;'),
  construct(
    'merged, with a member of the first',
    'enum A { one = 5 }\nenum A { two = one + 1, three }\nexport const run = () => A;',
    wholeProgram,
  ),
  construct('merged and exported', {
    'a.ts': 'export enum A { one }\nexport enum A { two = 8, three }',
    'run.ts': 'import { A } from "./a.js";\nexport const run = () => A;',
  }),
  construct(
    'merged with a namespace',
    'enum A { one, two }\nnamespace A { export const isTwo = (a: A): boolean => a === A.two; }\nexport const run = () => [A.isTwo(A.two), Object.keys(A)];',
  ),
  construct(
    'through a barrel',
    {
      'unit.ts': unit,
      'barrel.ts': 'export { Unit } from "./unit.js";',
      'run.ts': 'import { Unit } from "./barrel.js";\nenum C { a = Unit.Base, b }\nexport const run = () => [Unit, C];',
    },
    wholeProgram,
  ),
  construct(
    'through export *',
    {
      'unit.ts': unit,
      'barrel.ts': 'export * from "./unit.js";',
      'run.ts': 'import { Unit } from "./barrel.js";\nenum C { a = Unit.Step, b }\nexport const run = () => [Unit, C];',
    },
    wholeProgram,
  ),
  construct(
    'through a namespace import',
    {
      'unit.ts': unit,
      'run.ts': 'import * as units from "./unit.js";\nenum C { a = units.Unit.Step, b }\nexport const run = () => [units.Unit, C];',
    },
    wholeProgram,
  ),
  construct(
    'through export * as',
    {
      'unit.ts': unit,
      'barrel.ts': 'export * as units from "./unit.js";',
      'run.ts': 'import { units } from "./barrel.js";\nenum C { a = units.Unit.Step + 1, b }\nexport const run = () => [units.Unit, C];',
    },
    wholeProgram,
  ),
  construct(
    'an enum under another name',
    {
      'unit.ts': 'enum Inner { a = 3, b }\nexport { Inner as Unit };',
      'run.ts': 'import { Unit as U } from "./unit.js";\nenum C { a = U.b, b }\nexport const run = () => [U, C];',
    },
    wholeProgram,
  ),
  construct(
    'an enum as the default export',
    {
      'unit.ts': 'enum Unit { a = 3, b }\nexport default Unit;',
      'run.ts': 'import U from "./unit.js";\nenum C { a = U.b, b }\nexport const run = () => [U, C];',
    },
    wholeProgram,
  ),
  construct(
    'in a namespace',
    {
      'n.ts': 'export namespace N { export enum E { a = 6, b } }',
      'run.ts': 'import { N } from "./n.js";\nenum C { a = N.E.b, b }\nexport const run = () => [N.E, C];',
    },
    wholeProgram,
  ),
  construct(
    'an alias of a namespace member',
    {
      'n.ts': 'export namespace N { export enum E { a = 6, b } }',
      'run.ts': 'import { N } from "./n.js";\nimport E = N.E;\nenum C { a = E.b, b }\nexport const run = () => [E.a, C];',
    },
    wholeProgram,
  ),
  construct(
    'local to a function',
    { 'unit.ts': unit, 'run.ts': 'import { Unit } from "./unit.js";\nexport const run = () => { enum L { a = Unit.Base, b } return L; };' },
    wholeProgram,
  ),
  construct('in a switch', {
    'unit.ts': 'export enum K { a, b }',
    'run.ts':
      'import { K } from "./unit.js";\nconst f = (k: K): string => { switch (k) { case K.a: return "A"; case K.b: return "B"; } };\nexport const run = () => [f(K.a), f(K.b)];',
  }),
  construct('as keys', {
    'unit.ts': 'export enum K { a = "x", b = "y" }',
    'run.ts': 'import { K } from "./unit.js";\nconst table = { [K.a]: 1, [K.b]: 2 };\nexport const run = () => table;',
  }),
  construct(
    'over several lines',
    {
      'unit.ts': unit,
      'run.ts':
        'import { Unit } from "./unit.js";\nenum C {\n  /** first */\n  a = Unit.Base +\n    Unit.Step, // sum\n  b, // counted\n  c = 1,\n  d\n}\nexport const run = () => C;',
    },
    wholeProgram,
  ),
  construct('of a union of types', {
    'k.ts': 'export enum K { a = 1, b = 2 }\nexport type Keys = keyof typeof K;',
    'run.ts':
      'import { K, type Keys } from "./k.js";\nconst keys: Keys[] = ["a", "b"];\nexport const run = () => keys.map((key) => K[key]);',
  }),
  construct(
    'declared beside its value',
    'declare global { var enumElsewhere: { a: number } | undefined; }\nenum A { a = 1 }\nexport const run = () => [typeof globalThis.enumElsewhere, A.a];',
  ),
  construct('empty', 'enum A {}\nexport const run = () => A;'),
];

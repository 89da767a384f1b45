import { construct, log, noisy, unmarkedTypes, wholeProgram, type Construct } from './construct.ts';

const types = 'export interface Row { a: number }\nexport type Col = string;\nexport const one = 1;\nexport class Thing { x = 1; }';

/** What other files export, under which names, and which of it is a value. */
export const reExports: readonly Construct[] = [
  construct(
    'an interface beside a value',
    {
      'types.ts': types,
      'barrel.ts': 'export { Row, one } from "./types.js";',
      'run.ts': 'import { Row, one } from "./barrel.js";\nconst row: Row = { a: one };\nexport const run = () => row;',
    },
    wholeProgram,
  ),
  construct(
    'a type beside a value',
    {
      'types.ts': types,
      'barrel.ts': 'export {\n  Col, // text\n  one as uno,\n} from "./types.js";',
      'run.ts': 'import { Col, uno } from "./barrel.js";\nconst col: Col = "c";\nexport const run = () => [col, uno];',
    },
    wholeProgram,
  ),
  construct(
    'types alone',
    {
      'log.ts': log,
      'types.ts': noisy('types', types),
      'barrel.ts': 'export { Row, Col } from "./types.js";\nexport const two = 2;',
      'run.ts':
        'import { Row, two } from "./barrel.js";\nimport { log } from "./log.js";\nconst row: Row = { a: two };\nexport const run = () => [row, log];',
    },
    wholeProgram,
  ),
  construct(
    'imported, then exported',
    {
      'types.ts': types,
      'barrel.ts': 'import { Row, one } from "./types.js";\nexport { Row, one };',
      'run.ts': 'import { Row, one } from "./barrel.js";\nconst row: Row = { a: one };\nexport const run = () => row;',
    },
    wholeProgram,
  ),
  construct(
    'under another name',
    {
      'types.ts': types,
      'barrel.ts': 'export { Row as Line, Thing as Object2 } from "./types.js";',
      'run.ts':
        'import { Line, Object2 } from "./barrel.js";\nconst row: Line = { a: new Object2().x };\nexport const run = () => [row, Object2.name];',
    },
    wholeProgram,
  ),
  construct(
    'a default interface',
    {
      'row.ts': 'interface Row { a: number }\nexport default Row;\nexport const one = 1;',
      'run.ts': 'import Row, { one } from "./row.js";\nconst row: Row = { a: one };\nexport const run = () => row;',
    },
    unmarkedTypes,
  ),
  construct(
    'a default interface, exported on',
    {
      'row.ts': 'export default interface Row { a: number }\nexport const one = 1;',
      'barrel.ts': 'export { default, one } from "./row.js";\nexport { default as Line } from "./row.js";',
      'run.ts': 'import Row, { Line, one } from "./barrel.js";\nconst row: Row & Line = { a: one };\nexport const run = () => row;',
    },
    wholeProgram,
  ),
  construct(
    'a type import as the default',
    {
      'types.ts': types,
      'barrel.ts': 'import { Row } from "./types.js";\nexport default Row;\nexport const two = 2;',
      'run.ts': 'import Row, { two } from "./barrel.js";\nconst row: Row = { a: two };\nexport const run = () => row;',
    },
    wholeProgram,
  ),
  construct(
    'a class as a type',
    {
      'types.ts': types,
      'barrel.ts': 'export type { Thing } from "./types.js";\nexport { one } from "./types.js";',
      'next.ts': 'export { Thing, one } from "./barrel.js";',
      'run.ts': 'import { Thing, one } from "./next.js";\nconst thing: Thing = { x: one };\nexport const run = () => thing;',
    },
    wholeProgram,
  ),
  construct(
    'a type import, exported',
    {
      'types.ts': types,
      'barrel.ts': 'import type { Thing } from "./types.js";\nexport { Thing };\nexport const make = (): Thing => ({ x: 4 });',
      'run.ts': 'import { make, Thing } from "./barrel.js";\nconst thing: Thing = make();\nexport const run = () => thing;',
    },
    unmarkedTypes.filter((set) => set !== 'isolated'),
  ),
  construct('marked types', {
    'types.ts': types,
    'barrel.ts': 'export { type Row, type Thing, one } from "./types.js";',
    'run.ts': 'import { type Row, one } from "./barrel.js";\nconst row: Row = { a: one };\nexport const run = () => row;',
  }),
  construct('one name, a type and a value', {
    'both.ts': 'export const Both = { a: 1 };\nexport type Both = typeof Both;',
    'barrel.ts': 'export { Both } from "./both.js";',
    'run.ts': 'import { Both } from "./barrel.js";\nconst both: Both = Both;\nexport const run = () => both;',
  }),
  construct('an interface and a class', {
    'both.ts': 'export class Both { a = 1; }\nexport interface Both { b?: number }',
    'barrel.ts': 'export * from "./both.js";',
    'run.ts': 'import { Both } from "./barrel.js";\nexport const run = () => [new Both(), Both.name];',
  }),
  construct(
    'an interface and an enum import',
    {
      'a.ts': 'export enum A { x = 4 }',
      'barrel.ts': 'import { A } from "./a.js";\ninterface Local { a: A }\nexport { A, Local };',
      'run.ts': 'import { A, Local } from "./barrel.js";\nconst l: Local = { a: A.x };\nexport const run = () => l;',
    },
    wholeProgram,
  ),
  construct(
    'a declaration file, named',
    {
      'shapes.d.ts': 'export interface Shape { sides: number }',
      'barrel.ts': 'export { Shape } from "./shapes.js";\nexport const two = 2;',
      'run.ts': 'import { two, Shape } from "./barrel.js";\nconst s: Shape = { sides: two };\nexport const run = () => s;',
    },
    wholeProgram,
  ),
  construct('export * of types with an effect', {
    'log.ts': log,
    'types.ts': noisy('types', 'export interface Row { a: number }'),
    'barrel.ts': 'export * from "./types.js";\nexport const two = 2;',
    'run.ts':
      'import { two, type Row } from "./barrel.js";\nimport { log } from "./log.js";\nconst row: Row = { a: two };\nexport const run = () => [row, log];',
  }),
  construct('export type *', {
    'types.ts': types,
    'barrel.ts': 'export type * from "./types.js";\nexport const two = 2;',
    'run.ts': 'import { two, type Thing } from "./barrel.js";\nconst t: Thing = { x: two };\nexport const run = () => t;',
  }),
  construct(
    'export type *, exported on',
    {
      'types.ts': types,
      'barrel.ts': 'export type * from "./types.js";\nexport const two = 2;',
      'next.ts': 'export { Thing, two } from "./barrel.js";',
      'run.ts': 'import { two, Thing } from "./next.js";\nconst t: Thing = { x: two };\nexport const run = () => t;',
    },
    wholeProgram,
  ),
  construct('export * of export type', {
    'log.ts': log,
    'types.ts': noisy('types', types),
    'barrel.ts': 'export type { Thing } from "./types.js";',
    'next.ts': 'export * from "./barrel.js";\nexport const two = 2;',
    'run.ts':
      'import { two, type Thing } from "./next.js";\nimport { log } from "./log.js";\nconst t: Thing = { x: two };\nexport const run = () => [t, log];',
  }),
  construct('export type * as', {
    'types.ts': types,
    'barrel.ts': 'export type * as T from "./types.js";\nexport const two = 2;',
    'run.ts': 'import { two, type T } from "./barrel.js";\nconst t: T.Thing = { x: two };\nexport const run = () => t;',
  }),
  construct('export * as', {
    'types.ts': types,
    'barrel.ts': 'export * as all from "./types.js";',
    'run.ts': 'import { all } from "./barrel.js";\nexport const run = () => [Object.keys(all), all.one];',
  }),
  construct('a local name over export *', {
    'a.ts': 'export const x = "a";\nexport const y = "a";',
    'barrel.ts': 'export * from "./a.js";\nexport const x = "own";',
    'run.ts': 'import * as b from "./barrel.js";\nexport const run = () => ({ ...b });',
  }),
  construct('a name that two export', {
    'a.ts': 'export const x = "a";\nexport const y = 1;',
    'b.ts': 'export const x = "b";\nexport const z = 2;',
    'barrel.ts': 'export * from "./a.js";\nexport * from "./b.js";\nexport { x } from "./b.js";',
    'run.ts': 'import * as all from "./barrel.js";\nexport const run = () => ({ ...all });',
  }),
  construct('export * without the default', {
    'a.ts': 'export default 1;\nexport const x = 2;',
    'barrel.ts': 'export * from "./a.js";',
    'run.ts': 'import * as all from "./barrel.js";\nexport const run = () => Object.keys(all);',
  }),
  construct('default under a name', {
    'a.ts': 'export default function () { return 1; }',
    'barrel.ts': 'export { default as f } from "./a.js";',
    'run.ts': 'import { f } from "./barrel.js";\nexport const run = () => [f(), f.name];',
  }),
  construct('a default class and its name', {
    'a.ts': 'export default class { x = 1; }',
    'b.ts': 'export default class Named {}',
    'run.ts': 'import A from "./a.js";\nimport B from "./b.js";\nexport const run = () => [A.name, B.name, new A()];',
  }),
  construct('a default expression', {
    'a.ts': 'export default { a: 1, f: () => 2 };',
    'run.ts': 'import a from "./a.js";\nexport const run = () => [a, a.f.name, a.f()];',
  }),
  construct('text as a name', {
    'a.ts': 'const a = 3;\nexport { a as "b c" };',
    'run.ts': 'import { "b c" as x } from "./a.js";\nexport const run = () => x;',
  }),
  construct('live values', {
    'a.ts': 'export let n = 0;\nexport const up = (): void => void n++;',
    'barrel.ts': 'export { n as count, up } from "./a.js";',
    'run.ts': 'import { count, up } from "./barrel.js";\nexport const run = () => { const before = count; up(); return [before, count]; };',
  }),
  construct('a circle of functions', {
    'a.ts': 'import { b } from "./b.js";\nexport function a(n: number): string { return n === 0 ? "a" : b(n - 1); }',
    'b.ts': 'import { a } from "./a.js";\nexport function b(n: number): string { return n === 0 ? "b" : a(n - 1); }',
    'run.ts': 'import { a } from "./a.js";\nexport const run = () => [a(3), a(4)];',
  }),
  construct('a circle of classes', {
    'a.ts': 'import { B } from "./b.js";\nexport class A { make(): unknown { return new B(); } }',
    'b.ts': 'import { A } from "./a.js";\nexport class B { base = A.name; }',
    'run.ts': 'import { A } from "./a.js";\nexport const run = () => new A().make();',
  }),
  construct('classes of one name', {
    'a.ts': 'export class Same { a = 1; }',
    'b.ts': 'export class Same { b = 2; }',
    'run.ts':
      'import { Same } from "./a.js";\nimport { Same as Other } from "./b.js";\nexport const run = () => [Same.name, Other.name, new Same(), new Other()];',
  }),
  construct('a namespace import as a value', {
    'a.ts': 'export const b = 1;\nexport const a = 2;\nexport default 3;',
    'run.ts':
      'import * as all from "./a.js";\nconst f = (x: object): string[] => Object.keys(x);\nexport const run = () => [f(all), { ...all }];',
  }),
  construct('a dynamic import', {
    'a.ts': 'export const a = 1;\nexport default "d";',
    'run.ts': 'export const run = async () => { const m = await import("./a.js"); return [m.a, m.default, Object.keys(m)]; };',
  }),
  construct('a module imported in both ways', {
    'log.ts': log,
    'a.ts': noisy('a', 'export const a = 1;'),
    'run.ts':
      'import { a } from "./a.js";\nimport { log } from "./log.js";\nexport const run = async () => { const m = await import("./a.js"); return [a === m.a, log]; };',
  }),
  construct('json', {
    'data.json': '{ "n": 1, "list": [1, 2], "a b": true }',
    'run.ts': 'import data from "./data.json" with { type: "json" };\nexport const run = () => data;',
  }),
];

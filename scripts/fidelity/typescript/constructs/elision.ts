import { construct, log, noisy, unmarkedTypes, type Construct } from './construct.ts';

/** Imports that are only about types, and what their modules do. */
export const elision: readonly Construct[] = [
  construct(
    'an import that types alone use',
    {
      'log.ts': log,
      'a.ts': noisy('a', 'export class A { x = 1; }'),
      'run.ts': 'import { A } from "./a.js";\nimport { log } from "./log.js";\nconst a: A = { x: 2 };\nexport const run = () => [a, log];',
    },
    unmarkedTypes,
  ),
  construct(
    'an import of a type and a value',
    {
      'log.ts': log,
      'a.ts': noisy('a', 'export interface I { x: number }\nexport const v = 1;'),
      'run.ts':
        'import { I, v } from "./a.js";\nimport { log } from "./log.js";\nconst i: I = { x: v };\nexport const run = () => [i, log];',
    },
    unmarkedTypes,
  ),
  construct('an import without a use', {
    'log.ts': log,
    'a.ts': noisy('a', 'export const v = 1;'),
    'run.ts': 'import { v } from "./a.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
  construct('an import without names', {
    'log.ts': log,
    'a.ts': noisy('a', 'export const v = 1;'),
    'b.ts': noisy('b', 'export {};'),
    'run.ts': 'import {} from "./a.js";\nimport "./b.js";\nimport { log } from "./log.js";\nexport const run = () => log;',
  }),
  construct('import type', {
    'log.ts': log,
    'a.ts': noisy('a', 'export class A { x = 1; }'),
    'run.ts':
      'import type { A } from "./a.js";\nimport { log } from "./log.js";\nconst a: A = { x: 2 };\nexport const run = () => [a, log];',
  }),
  construct('import with marked types', {
    'log.ts': log,
    'a.ts': noisy('a', 'export class A { x = 1; }'),
    'run.ts':
      'import { type A } from "./a.js";\nimport { log } from "./log.js";\nconst a: A = { x: 2 };\nexport const run = () => [a, log];',
  }),
  construct('export with marked types', {
    'log.ts': log,
    'a.ts': noisy('a', 'export class A { x = 1; }'),
    'b.ts': 'export { type A } from "./a.js";\nexport const two = 2;',
    'run.ts': 'import { two } from "./b.js";\nimport { log } from "./log.js";\nexport const run = () => [two, log];',
  }),
  construct('export without names', {
    'log.ts': log,
    'a.ts': noisy('a', 'export const v = 1;'),
    'b.ts': 'export {} from "./a.js";\nexport const two = 2;',
    'run.ts': 'import { two } from "./b.js";\nimport { log } from "./log.js";\nexport const run = () => [two, log];',
  }),
  construct(
    'typeof in a type',
    {
      'log.ts': log,
      'a.ts': noisy('a', 'export const v = { x: 1 };'),
      'run.ts':
        'import { v } from "./a.js";\nimport { log } from "./log.js";\nconst w: typeof v = { x: 2 };\nexport const run = () => [w, log];',
    },
    unmarkedTypes,
  ),
  construct(
    'implements',
    {
      'log.ts': log,
      'a.ts': noisy('a', 'export class A { x = 1; }'),
      'run.ts':
        'import { A } from "./a.js";\nimport { log } from "./log.js";\nclass B implements A { x = 3; }\nexport const run = () => [new B(), log];',
    },
    unmarkedTypes,
  ),
  construct('extends', {
    'log.ts': log,
    'a.ts': noisy('a', 'export class A { x = 1; }'),
    'run.ts':
      'import { A } from "./a.js";\nimport { log } from "./log.js";\nclass B extends A {}\nexport const run = () => [new B(), log];',
  }),
  construct(
    'as and satisfies',
    {
      'log.ts': log,
      'a.ts': noisy('a', 'export class A { x = 1; }'),
      'run.ts':
        'import { A } from "./a.js";\nimport { log } from "./log.js";\nconst a = { x: 2 } satisfies A;\nexport const run = () => [a as A, log];',
    },
    unmarkedTypes,
  ),
  construct(
    'a namespace import for types',
    {
      'log.ts': log,
      'a.ts': noisy('a', 'export class A { x = 1; }'),
      'run.ts':
        'import * as a from "./a.js";\nimport { log } from "./log.js";\nconst b: a.A = { x: 2 };\nexport const run = () => [b, log];',
    },
    unmarkedTypes,
  ),
  construct('a default and a marked type', {
    'log.ts': log,
    'a.ts': noisy('a', 'export interface I { x: number }\nexport default 5;'),
    'run.ts':
      'import five, { type I } from "./a.js";\nimport { log } from "./log.js";\nconst i: I = { x: five };\nexport const run = () => [i, log];',
  }),
  construct(
    'a default that is not used',
    {
      'log.ts': log,
      'a.ts': noisy('a', 'export interface I { x: number }\nexport default 5;'),
      'run.ts':
        'import five, { I } from "./a.js";\nimport { log } from "./log.js";\nconst i: I = { x: 1 };\nexport const run = () => [i, log];',
    },
    unmarkedTypes,
  ),
  construct(
    'a type argument',
    {
      'log.ts': log,
      'a.ts': noisy('a', 'export class A { x = 1; }'),
      'run.ts':
        'import { A } from "./a.js";\nimport { log } from "./log.js";\nconst m = new Map<string, A>([["k", { x: 1 }]]);\nexport const run = () => [[...m], log];',
    },
    unmarkedTypes,
  ),
  construct('a value in a branch that never runs', {
    'log.ts': log,
    'a.ts': noisy('a', 'export const v = 1;'),
    'run.ts': 'import { v } from "./a.js";\nimport { log } from "./log.js";\nexport const run = () => (log.length > 99 ? v : log);',
  }),
  construct(
    'an alias for types alone',
    {
      'log.ts': log,
      'a.ts': noisy('a', 'export namespace N { export interface I { x: number } export const v = 1; }'),
      'run.ts':
        'import { N } from "./a.js";\nimport { log } from "./log.js";\nimport I = N.I;\nconst i: I = { x: 1 };\nexport const run = () => [i, log];',
    },
    unmarkedTypes,
  ),
  construct(
    'an import that only an unused alias names',
    {
      'log.ts': log,
      'a.ts': noisy('a', 'export namespace N { export const v = 1; }'),
      'run.ts': 'import { N } from "./a.js";\nimport { log } from "./log.js";\nimport v = N.v;\nexport const run = () => log;',
    },
    unmarkedTypes,
  ),
  construct('import() in a type', {
    'log.ts': log,
    'a.ts': noisy('a', 'export class A { x = 1; }'),
    'run.ts': 'import { log } from "./log.js";\nconst a: import("./a.js").A = { x: 2 };\nexport const run = () => [a, log];',
  }),
];

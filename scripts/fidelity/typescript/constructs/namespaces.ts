import { construct, unmarkedTypes, wholeProgram, type Construct } from './construct.ts';

/** Namespaces, alone and merged with other declarations. */
export const namespaces: readonly Construct[] = [
  construct(
    'a namespace',
    'namespace N { export const a = 1; const hidden = 2; export const b = hidden + a; }\nexport const run = () => N;',
  ),
  construct(
    'merged',
    'namespace N { export const a = 1; }\nnamespace N { export const b = a + 1; export const c = N.a + 2; }\nexport const run = () => N;',
  ),
  construct('dotted', 'namespace A.B.C { export const x = 5; }\nnamespace A.B { export const y = C.x + 1; }\nexport const run = () => A;'),
  construct(
    'mutable',
    'namespace N { export let count = 0; export const up = (): number => ++count; }\nN.up();\nN.count += 5;\nexport const run = () => [N.count, N.up()];',
  ),
  construct(
    'destructured',
    'namespace N { export const { a, b: [c] } = { a: 1, b: [2] }; export const d = a + c; }\nexport const run = () => N;',
  ),
  construct(
    'with a class',
    'class C { static make = 1; }\nnamespace C { export const more = C.make + 1; export class Inner {} }\nexport const run = () => [C.more, C.Inner.name, C.make];',
  ),
  construct(
    'with a function',
    'function f(): number { return f.base; }\nnamespace f { export const base = 7; }\nexport const run = () => [f(), f.base];',
  ),
  construct(
    'functions and classes',
    'namespace N { export function f(): string { return g(); } export function g(): string { return "g"; } export class K { name2 = f(); } }\nexport const run = () => [N.f(), new N.K().name2, N.K.name];',
  ),
  construct('imported', {
    'n.ts': 'export namespace N { export const a = 1; export namespace M { export const b = a + 1; } }',
    'run.ts': 'import { N } from "./n.js";\nimport M = N.M;\nexport const run = () => [N.a, M.b];',
  }),
  construct(
    'an alias that is exported',
    {
      'n.ts': 'namespace N { export const a = 1; export type T = string; }\nexport import a = N.a;\nexport import T = N.T;',
      'run.ts': 'import { a, type T } from "./n.js";\nconst t: T = "t";\nexport const run = () => [a, t];',
    },
    wholeProgram,
  ),
  construct(
    'an alias within',
    'namespace N { export namespace Deep { export const a = 3; } export import D = Deep; export const b = D.a; }\nexport const run = () => [N.b, N.D.a];',
  ),
  construct(
    'a namespace of types alone',
    {
      'n.ts': 'export namespace T { export interface A { a: number } }\nexport const one = 1;',
      'run.ts': 'import { T, one } from "./n.js";\nconst a: T.A = { a: one };\nexport const run = () => a;',
    },
    unmarkedTypes,
  ),
  construct(
    'types alone, through a barrel',
    {
      'n.ts': 'export namespace T { export interface A { a: number } }\nexport const one = 1;',
      'barrel.ts': 'export { T, one } from "./n.js";',
      'run.ts': 'import { T, one } from "./barrel.js";\nconst a: T.A = { a: one };\nexport const run = () => a;',
    },
    wholeProgram,
  ),
  construct('declared', 'declare namespace Elsewhere { const a: number; }\nexport const run = () => typeof Elsewhere;'),
  construct('as the default export', {
    'n.ts': 'namespace N { export const a = 1; }\nexport default N;',
    'run.ts': 'import N from "./n.js";\nexport const run = () => N;',
  }),
  construct(
    'effects in order',
    'const log: string[] = [];\nnamespace A { log.push("a"); export const x = log.length; }\nnamespace B { log.push("b" + A.x); }\nnamespace A { log.push("again"); }\nvoid B;\nexport const run = () => log;',
  ),
  construct(
    'an enum of it in another block',
    'namespace N { export enum E { a = 2, b } }\nnamespace N { export const x = E.b; export enum F { c = E.b * 2, d } }\nexport const run = () => [N.x, N.F];',
    wholeProgram,
  ),
  construct('augmented in a module', {
    'box.ts': 'export class Box { value = 1; }',
    'more.ts':
      'import { Box } from "./box.js";\ndeclare module "./box.js" { interface Box { twice(): number } }\nBox.prototype.twice = function (this: Box): number { return this.value * 2; };',
    'run.ts': 'import "./more.js";\nimport { Box } from "./box.js";\nexport const run = () => new Box().twice();',
  }),
];

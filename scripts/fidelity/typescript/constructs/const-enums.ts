import { construct, forgottenEnums, wholeProgram, type Construct } from './construct.ts';

const level = 'export declare const enum Level { Low = 1, High = 4, Name = "lv" }\nexport declare const real: number;';
const levelFiles = { 'level.d.ts': level, 'level.js': 'export const real = 9;' };

/** Const enums: with code, and with a declaration alone. */
export const constEnums: readonly Construct[] = [
  construct('const', 'const enum A { a = 3, b, c = "s" }\nexport const run = () => [A.a, A.b, A.c];'),
  construct('const, imported', {
    'a.ts': 'export const enum A { a = 3, b }',
    'run.ts': 'import { A } from "./a.js";\nexport const run = () => [A.a, A.b, A["b"]];',
  }),
  construct('const, through a barrel', {
    'a.ts': 'export const enum A { a = 3, b }',
    'barrel.ts': 'export { A } from "./a.js";\nexport * as all from "./a.js";',
    'run.ts': 'import { A, all } from "./barrel.js";\nexport const run = () => [A.a, all.A.b];',
  }),
  construct('const, through export *', {
    'a.ts': 'export const enum A { a = 3, b }',
    'barrel.ts': 'export * from "./a.js";',
    'run.ts': 'import * as barrel from "./barrel.js";\nexport const run = () => barrel.A.b;',
  }),
  construct('const, under another name', {
    'a.ts': 'const enum A { a = 3, b }\nexport { A as B };',
    'run.ts': 'import { B as C } from "./a.js";\nexport const run = () => C.b;',
  }),
  construct(
    'const, computed from another file',
    {
      'a.ts': 'export const enum A { a = 3, b }',
      'run.ts': 'import { A } from "./a.js";\nconst enum B { x = A.b * 2, y, z }\nexport const run = () => [B.x, B.y, B.z];',
    },
    wholeProgram,
  ),
  construct(
    'const, in a namespace',
    {
      'a.ts': 'export namespace N { export const enum A { a = 3, b } }',
      'run.ts': 'import { N } from "./a.js";\nimport A = N.A;\nexport const run = () => [N.A.a, A.b];',
    },
    wholeProgram,
  ),
  construct(
    'const, a method of its number',
    'const enum A { a = 3, low = -2 }\nexport const run = () => [A.a.toFixed(1), A.low.toString(), `${A.a}`];',
  ),
  construct('const, local', 'export const run = () => { const enum A { a = 3, b } return [A.a, A.b]; };'),
  construct('const, merged', 'const enum A { a = 3 }\nconst enum A { b = 8, c }\nexport const run = () => [A.a, A.b, A.c];'),
  construct('const, a default and a field', {
    'a.ts': 'export const enum A { a = 3, b }',
    'run.ts':
      'import { A } from "./a.js";\nclass C { x = A.a; static y = A.b; }\nconst f = (n = A.b): number => n;\nexport const run = () => [new C().x, C.y, f()];',
  }),
  construct(
    'declared, imported',
    { ...levelFiles, 'run.ts': 'import { Level } from "./level.js";\nexport const run = () => [Level.Low, Level.High, Level.Name];' },
    wholeProgram,
  ),
  construct(
    'declared, no module at all',
    {
      'level.d.ts': 'export declare const enum Level { Low = 1, High = 4 }',
      'run.ts': 'import { Level } from "./level.js";\nexport const run = () => [Level.Low, Level.High];',
    },
    wholeProgram,
  ),
  construct(
    'declared, beside a value',
    { ...levelFiles, 'run.ts': 'import { Level, real } from "./level.js";\nexport const run = () => [Level.High, real];' },
    wholeProgram,
  ),
  construct(
    'declared, element access',
    { ...levelFiles, 'run.ts': 'import { Level } from "./level.js";\nexport const run = () => [Level["High"], Level[`Low`]];' },
    wholeProgram,
  ),
  construct(
    'declared, a method of its number',
    {
      ...levelFiles,
      'run.ts':
        'import { Level } from "./level.js";\nexport const run = () => [Level.High.toFixed(2), Level.Name.length, Level.Low.constructor.name];',
    },
    wholeProgram,
  ),
  construct(
    'declared, through a barrel',
    {
      ...levelFiles,
      'barrel.ts': 'export { Level, real } from "./level.js";',
      'run.ts': 'import { Level, real } from "./barrel.js";\nexport const run = () => [Level.High, real];',
    },
    forgottenEnums,
  ),
  construct(
    'declared, through export *',
    {
      ...levelFiles,
      'barrel.ts': 'export * from "./level.js";',
      'run.ts': 'import * as barrel from "./barrel.js";\nexport const run = () => [barrel.Level.High, barrel.real];',
    },
    wholeProgram,
  ),
  construct(
    'declared, imported and exported',
    {
      ...levelFiles,
      'barrel.ts': 'import { Level } from "./level.js";\nexport { Level };\nexport const low = Level.Low;',
      'run.ts': 'import { Level, low } from "./barrel.js";\nexport const run = () => [Level.High, low];',
    },
    forgottenEnums,
  ),
  construct(
    'declared, in a namespace',
    {
      'level.d.ts': 'export declare namespace N { const enum Level { Low = 1, High = 4 } }',
      'run.ts': 'import { N } from "./level.js";\nimport L = N.Level;\nexport const run = () => [N.Level.High, L.Low];',
    },
    wholeProgram,
  ),
  construct('declared in the file', 'declare const enum Size { S = 1, L = 3 }\nexport const run = () => [Size.S, Size.L];', wholeProgram),
  construct(
    'declared for all files',
    {
      'globals.d.ts': 'declare const enum GlobalSize { S = 1, L = 3 }',
      'run.ts': 'export const run = () => [GlobalSize.S, GlobalSize["L"]];',
    },
    wholeProgram,
  ),
  construct(
    'declared, in an enum',
    {
      ...levelFiles,
      'run.ts': 'import { Level } from "./level.js";\nenum A { a = Level.High, b, c = Level.Low | 2 }\nexport const run = () => A;',
    },
    wholeProgram,
  ),
  construct(
    'declared, as a key',
    {
      ...levelFiles,
      'run.ts':
        'import { Level } from "./level.js";\nconst o = { [Level.High]: "h", [Level.Name]: "n" };\nexport const run = () => [o, o[Level.High]];',
    },
    wholeProgram,
  ),
  construct(
    'declared, in a template and a default',
    {
      ...levelFiles,
      'run.ts':
        'import { Level } from "./level.js";\nconst f = (n: number = Level.High): string => `${n}${Level.Name}`;\nexport const run = () => f();',
    },
    wholeProgram,
  ),
  construct(
    'declared, in a switch',
    {
      ...levelFiles,
      'run.ts':
        'import { Level } from "./level.js";\nconst f = (n: number): string => { switch (n) { case Level.Low: return "low"; case Level.High: return "high"; default: return "?"; } };\nexport const run = () => [f(1), f(4), f(2)];',
    },
    wholeProgram,
  ),
  construct(
    'declared, of a package',
    'import { Color } from "constants-only";\nexport const run = () => [Color.Red, Color.Blue];',
    wholeProgram,
  ),
  construct(
    'declared, of a package with code',
    'import { Color, paint } from "constants-and-code";\nexport const run = () => paint(Color.Blue);',
    wholeProgram,
  ),
  construct(
    'declared, a package as a namespace',
    'import * as colors from "constants-and-code";\nexport const run = () => [colors.Color.Red, colors.paint(colors.Color.Blue)];',
    wholeProgram,
  ),
  construct(
    'declared, a package through a barrel',
    {
      'barrel.ts': 'export * from "constants-and-code";\nexport { Color as Shade } from "constants-only";',
      'run.ts': 'import { Color, Shade } from "./barrel.js";\nexport const run = () => [Color.Blue, Shade.Red];',
    },
    wholeProgram,
  ),
  construct(
    'declared, behind a line without its end',
    {
      ...levelFiles,
      'run.ts':
        'import { Level } from "./level.js"\nexport const run = () => {\n  const list: number[] = []\n  list.push(1)\n  Level.High.toString()\n  return list\n}',
    },
    wholeProgram,
  ),
];

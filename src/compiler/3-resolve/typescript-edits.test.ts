import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ts } from 'ts-morph';
import { applyEditsTo } from '../bundler-plugin/index.ts';
import { planTypeScriptEdits } from './typescript-edits.ts';

/** `/main.ts` after the edits, in a program of these files without a library. */
function edited(files: Readonly<Record<string, string>>, options: ts.CompilerOptions = {}): string {
  const settings = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, noLib: true, ...options };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(settings),
    getCurrentDirectory: () => '/',
    fileExists: (path) => path in files,
    readFile: (path) => files[path],
    directoryExists: () => true,
    getSourceFile: (path, target) => (files[path] === undefined ? undefined : ts.createSourceFile(path, files[path], target)),
  };
  const program = ts.createProgram({ rootNames: Object.keys(files), options: settings, host });
  const edits = planTypeScriptEdits(program).filter(({ file }) => file === '/main.ts');
  return applyEditsTo(files['/main.ts'] ?? '', edits);
}

const unit = 'export enum Unit { Base = 10, Step = 5 }';
const level = 'export declare const enum Level { Low = 1, High = 4, Name = "n" }';
const types = 'export interface Row { a: number }\nexport const one = 1;';

test('[compiler.enum-values] members that refer to another file get their values, and those behind them', () => {
  const source = "import { Unit } from './unit';\nenum A { One = Unit.Base +\n Unit.Step, Two, Three = 1, Four }";
  assert.is(
    edited({ '/unit.ts': unit, '/main.ts': source }),
    "import { Unit } from './unit';\nenum A { One = 15\n, Two = 16, Three = 1, Four }",
  );
});

test('[compiler.enum-values] enums that say their values, or decide them at run time, are left alone', () => {
  for (const source of [
    'enum A { One, Two = 4, Three }',
    'enum A { One = "x", Two = `y` }',
    'declare const f: () => number;\nenum A { One = f() }',
  ])
    assert.is(edited({ '/main.ts': source }), source);
});

test('[compiler.enum-values] an exported enum with several declarations becomes one, on the lines of the first', () => {
  assert.is(
    edited({ '/main.ts': 'export enum A {\n  one,\n}\nexport const b = 1;\nexport enum A {\n  two = 8,\n  three,\n}\nf(A.two);' }),
    'export enum A { one = 0, two = 8, three = 9\n\n }\nexport const b = 1;\n\n\n\n\nf(A.two);',
  );
  const atRunTime = 'declare const f: () => number;\nexport enum A { one }\nexport enum A { two = f() }';
  assert.is(edited({ '/main.ts': atRunTime }), atRunTime);
});

test('[compiler.const-enums] a const enum that only a declaration has is replaced by its values', () => {
  const of = (use: string): string =>
    edited({ '/level.d.ts': level, '/main.ts': `import { Level } from './level';\n${use}` }).split('\n')[1] ?? '';
  assert.is(of('f(Level.High, Level["Name"]);'), 'f(4, "n");');
  assert.is(of('Level.High.toFixed(2);'), '4 .toFixed(2);');
  assert.is(of('let a: Level.High;'), 'let a: Level.High;', 'a type is no value');
});

test('[compiler.const-enums] a const enum with code is left to the bundler', () => {
  const source = "import { Level } from './level';\nf(Level.High);";
  assert.is(edited({ '/level.ts': 'export const enum Level { High = 4 }', '/main.ts': source }), source);
});

test('[compiler.exported-types] exported names that are types are marked, and dropped where there are only such', () => {
  const of = (source: string, options: ts.CompilerOptions = {}): string => edited({ '/types.ts': types, '/main.ts': source }, options);
  assert.is(of("export { Row, one } from './types';"), "export { type Row, one } from './types';");
  assert.is(
    of("import { Row, one } from './types';\nexport { Row as Line, one };"),
    "import { Row, one } from './types';\nexport { type Row as Line, one };",
  );
  assert.is(of("export { Row } from './types';"), '');
  assert.is(of("export {\n  type Row,\n} from './types';"), '\n\n');
  assert.is(of("import { Row } from './types';\nexport default Row;"), "import { Row } from './types';\n");
  for (const kept of [
    "export { one } from './types';",
    "export * from './types';",
    "export {} from './types';",
    "export { gone } from './nowhere';",
  ])
    assert.is(of(kept), kept);
  const marked = "export { Row, one } from './types';";
  assert.is(of(marked, { verbatimModuleSyntax: true }), marked, 'the author marks the types');
});

test('[compiler.exported-types] what was exported as a type stays one', () => {
  const files = {
    '/types.ts': 'export class Thing {}',
    '/barrel.ts': "export type { Thing } from './types';",
    '/all.ts': "export type * from './types';",
  };
  assert.is(edited({ ...files, '/main.ts': "export { Thing } from './barrel';\nconst x = 1;" }), '\nconst x = 1;');
  assert.is(edited({ ...files, '/main.ts': "export { Thing } from './all';\nconst x = 1;" }), '\nconst x = 1;');
  assert.is(edited({ ...files, '/main.ts': "export { Thing } from './types';" }), "export { Thing } from './types';");
});

test('[compiler.exported-types] an alias that nothing uses loads no module', () => {
  const files = { '/n.ts': 'export namespace N { export const v = 1; export type T = 1 }' };
  assert.is(
    edited({ ...files, '/main.ts': "import { N } from './n';\nimport v = N.v;\nimport T = N.T;\nlet t: T;" }),
    "import { N } from './n';\n\n\nlet t: T;",
  );
  const used = "import { N } from './n';\nimport v = N.v;\nf(v);";
  assert.is(edited({ ...files, '/main.ts': used }), used);
});

test.run();

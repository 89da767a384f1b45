import { ts } from 'ts-morph';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { applyEditsTo } from '../bundler-plugin/index.ts';
import { planSourceEdits } from './source-edits.ts';

function edited(source: string): string {
  const file = ts.createSourceFile('/main.ts', source, ts.ScriptTarget.ES2022);
  return applyEditsTo(source, planSourceEdits([file]));
}

test('z becomes the namespace of the module, also under another name', () => {
  assert.is(edited("import { z } from 'zod';\nz.string();"), "import * as z from 'zod';\nz.string();");
  assert.is(edited("import { z as schema } from 'zod'"), "import * as schema from 'zod';");
  assert.is(edited("import z from 'zod';"), "import * as z from 'zod';");
  assert.is(edited('import { z } from "zod/v4";'), 'import * as z from "zod/v4";');
});

test('what only a build needs of a plugin is left out: checks of options where the sources show them all', () => {
  const plugin = `import { DynamicPlugin } from '@service/sdk/define';
import { check } from './check.ts';
const about = () => ({});
export class Own extends DynamicPlugin {
  static readonly checkOptions = check;
  static deciders() { return about(); }
}`;
  const file = ts.createSourceFile('/main.ts', plugin, ts.ScriptTarget.ES2022);
  const bundled = (isSettled: boolean): string => applyEditsTo(plugin, planSourceEdits([file], { isSettled }));
  assert.not.match(bundled(true), /checkOptions|deciders|about|check\.ts/);
  assert.match(bundled(false), /static readonly checkOptions = check;/);
  assert.match(bundled(false), /import \{ check \}/);
  assert.not.match(bundled(false), /deciders|about/);
});

test('further names keep an import of their own', () => {
  assert.is(
    edited("import { z, ZodError as E, type ZodType } from 'zod';"),
    "import * as z from 'zod'; import { ZodError as E, type ZodType } from 'zod';",
  );
});

test('the names of an import are counted wherever they are values', () => {
  const names = (source: string): readonly (readonly number[] | undefined)[] =>
    planSourceEdits([ts.createSourceFile('/main.ts', source, ts.ScriptTarget.ES2022)]).map((edit) => edit.names);
  assert.equal(names("import { z } from 'zod';"), [[]]);
  assert.equal(names("import { z } from 'zod';\nz.string();type A = z.infer<typeof z>;"), [[25]]);
  assert.equal(names("import * as z from 'zod';\nexport { z };"), [[35]]);
  assert.equal(names("import { z } from 'zod';\nf({ z });"), [[29]]);
  assert.equal(
    names("import { z } from 'zod';\nclass A extends z.B<z.C> {}"),
    [[41]],
    'what a class extends is a value, what it passes is a type',
  );
  assert.equal(names("import { z, ZodError } from 'zod';\nz;"), [undefined], 'the rest of the names is not followed');
});

test('what needs no change is left alone', () => {
  for (const source of [
    "import * as z from 'zod';",
    "import type { z } from 'zod';",
    "import { type z } from 'zod';",
    "import { ZodError } from 'zod';",
    "import { z } from 'other';",
    '// import { z } from "zod"',
    "import 'zod';",
  ]) {
    assert.is(edited(source), source);
  }
});

const sdk = "import { App, Tool as T, ToolContext } from '@service/sdk';\n";

test('a decorator that only records becomes a call after its class', () => {
  assert.is(
    edited(`${sdk}@T({ name: 'a' })\nexport class A extends ToolContext {}\n`),
    `${sdk}\nexport class A extends ToolContext {};T({ name: 'a' })(A);\n`,
  );
  assert.is(
    edited(`${sdk}@App({ tools: [] }) class A { run() {} }\n@App({}) export default class B {}`),
    `${sdk} class A { run() {} };App({ tools: [] })(A);\n export default class B {};App({})(B);`,
  );
  const ofPackage = sdk.replace('sdk', 'sdk/define');
  assert.is(edited(`${ofPackage}@App({}) class A {}`), `${ofPackage} class A {};App({})(A);`);
  assert.is(
    edited(`${sdk}@App({}) class A { static readonly check = checkOptions; static limit = 3; static say = () => 'a'; }`),
    `${sdk} class A { static readonly check = checkOptions; static limit = 3; static say = () => 'a'; };App({})(A);`,
  );
});

test('classes that could tell the difference keep their decorators', () => {
  for (const source of [
    `${sdk}@App({}) export default class {}`,
    `${sdk}@App({}) @other class A {}`,
    `${sdk}@App({}) class A { static made = make(); }`,
    `${sdk}@App({}) class A { static { make(); } }`,
    `${sdk}@App({}) class A { static [make()] = 1; }`,
    `${sdk}@App({}) class A { @other run() {} }`,
    `${sdk}@App class A {}`,
    `${sdk}@other({}) class A {}`,
    `${sdk}const a = () => { @App({}) class A {} };`,
    "import { App } from './mine';\n@App({}) class A {}",
    "import * as sdk from '@service/sdk';\n@sdk.App({}) class A {}",
  ])
    assert.is(edited(source), source);
});

test.run();

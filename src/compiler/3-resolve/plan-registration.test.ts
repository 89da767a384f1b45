import MagicString from 'magic-string';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planRegistration } from './plan-registration.ts';

interface Asked {
  readonly list?: 'tools' | 'apps';
  readonly ending?: string;
}

/** The text with `NewTool` of `./tools/new.tool` registered; `because …` when it is refused, `present` when it is there. */
function register(text: string, { list = 'tools', ending = '' }: Asked = {}): string {
  const start = text.search(/@App\(|app\(\{/);
  const close = text.indexOf('})', start);
  const call = { start, end: close < 0 ? text.indexOf(')', start) + 1 : close + 2 };
  const plan = planRegistration({ name: 'a.app.ts', text }, { call, list, symbol: 'NewTool', module: './tools/new.tool', ending });
  if (plan.kind === 'present') return plan.kind;
  if (plan.kind === 'refused') return `because ${plan.because}`;
  const edited = new MagicString(text);
  for (const insert of plan.inserts) edited.appendLeft(insert.at, insert.text);
  return edited.toString();
}

const app = (list: string): string => `import { App } from '@service/sdk';\n\n@App({ id: 'a'${list} })\nclass A {}\n`;
const added = (list: string): string => app(list).replace("sdk';", "sdk';\nimport { NewTool } from './tools/new.tool';");

test('[I7.generate.edit] a list on one line grows on that line, a missing one is made', () => {
  assert.is(register(app(', tools: [A, B]')), added(', tools: [A, B, NewTool]'));
  assert.is(register(app(', tools: [A, B,]')), added(', tools: [A, B, NewTool,]'));
  assert.is(register(app(', tools: []')), added(', tools: [NewTool]'));
  assert.is(register(app('')), added(', tools: [NewTool]'));
  assert.is(register(app(', tools: [...base] as const')), added(', tools: [...base, NewTool] as const'));
  assert.is(register(app(', "tools": ([A])')), added(', "tools": ([A, NewTool])'));
});

test('[I7.generate.edit] a list on several lines grows by a line; indentation, comments and commas stay as they are', () => {
  assert.is(register(app(',\n  tools: [\n    A, // first\n  ],\n')), added(',\n  tools: [\n    A, // first\n    NewTool,\n  ],\n'));
  assert.is(register(app(',\n\ttools: [\n\t\tA // first\n\t]\n')), added(',\n\ttools: [\n\t\tA, // first\n\t\tNewTool\n\t]\n'));
  assert.is(register(app(",\n  name: 'A', // mine\n")), added(",\n  name: 'A', // mine\n  tools: [NewTool],\n"));
});

test('[I7.generate.edit] the import follows quotes, endings, semicolons and line ends of the file', () => {
  const first = (text: string, asked?: Asked): string | undefined => register(text, asked).split(/\r?\n/)[1];
  assert.is(first("import { A } from './a.ts';\n@App({ tools: [A] })\nclass X {}"), "import { NewTool } from './tools/new.tool.ts';");
  assert.is(first("import { A } from './a.js'\n@App({ tools: [A] })\nclass X {}"), "import { NewTool } from './tools/new.tool.js'");
  assert.is(first('import { A } from "./a";\n@App({ tools: [A] })\nclass X {}'), 'import { NewTool } from "./tools/new.tool";');
  assert.is(first(app(''), { ending: '.js' }), "import { NewTool } from './tools/new.tool.js';");
  const windows = register(app(',\n  tools: [\n    A,\n  ],\n').replaceAll('\n', '\r\n'));
  assert.is(windows.replaceAll('\r\n', ''), windows.replaceAll(/[\r\n]/g, ''));
});

test('[I7.generate.edit] builders and constants of the same file are lists too', () => {
  const builder = "import { app } from '@service/sdk';\nexport const A = app({ name: 'a', tools: [x] });\n";
  assert.match(register(builder), 'tools: [x, NewTool] });');
  const held = "import { App } from '@service/sdk';\nconst all = [X];\n@App({ name: 'a', tools: all })\nclass A {}\n";
  assert.match(register(held), 'const all = [X, NewTool];');
});

test('[I7.generate.refuses] changes that only a person can make are refused with the reason, and existing code stays', () => {
  assert.is(register(app(', tools: [NewTool]')), 'present');
  assert.is(register(app(', tools: listTools()')), 'because its `tools` is not a list written in this file');
  assert.is(register(app(', ...base')), 'because its options come from a spread, which may hold `tools`');
  assert.is(register("import { App } from 'x';\n@App(options)\nclass A {}\n"), 'because its options are not written in place as an object');
  assert.is(
    register("import { NewTool } from 'other';\n@App({ tools: [] })\nclass A {}\n"),
    'because it uses the name NewTool for something else',
  );
  assert.is(register('const NewTool = 1;\n@App({ tools: [] })\nclass A {}\n'), 'because it uses the name NewTool for something else');
  const imported = "import { NewTool } from './tools/new.tool.ts';\n@App({ tools: [] })\nclass A {}\n";
  assert.is(register(imported), imported.replace('[]', '[NewTool]'));
});

test.run();

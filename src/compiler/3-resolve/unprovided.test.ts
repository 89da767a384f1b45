import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findings } from '../../../test/support/read-source.ts';

const source = (before: string, options: string): string => `
  import { Adapter, App, inject, InjectionToken, Plugin, Provider, ProviderScope, Service, tool, Tool, ToolContext } from '@service/sdk';
  import { lists } from './lists.ts';
  ${before}
  @Service({ info: { name: 'demo', version: '1.0.0' }, ${options} }) export class Server {}`;
const further = {
  'src/lists.ts': 'export const lists: { providers: never[] } = { providers: [] };',
  'src/find.ts': `import { inject } from '@service/sdk'; class Db {} export const find = () => inject(Db);`,
};
const missing = (before: string, options: string): readonly string[] =>
  findings(source(before, options), further).flatMap(({ code, message }) => (code === 'provider-missing' ? [message] : []));

const asks = (token: string): string =>
  `@Tool({ name: 't', description: 'x' }) class T extends ToolContext { db = inject(${token}); execute() { return String(this.db); } }`;
const gets = (body: string): string => `@Tool({ name: 't', description: 'x' }) class T extends ToolContext { execute() { ${body} } }`;
const tool = (fields: string, name = 't'): string =>
  `@Tool({ name: '${name}', description: 'x' }) class T extends ToolContext { ${fields} execute() { return 1; } }`;
const listed = 'T asks for Db, which no `providers` list names';
const db = `@Provider({ name: 'db' }) class Db {}`;

const refused: readonly (readonly [what: string, before: string, options: string, message: string])[] = [
  ['a class', `class Db {} ${asks('Db')}`, 'tools: [T]', 'T asks for Db, which no `providers` list names'],
  ['a text', asks(`'db'`), 'tools: [T]', "T asks for 'db', which no `providers` list names"],
  [
    'a token in a constant',
    `const key = new InjectionToken<string>('key'); const alias = key; ${asks('alias')}`,
    `tools: [T], providers: [{ provide: 'key', useValue: 'x' }]`,
    'T asks for alias, which no `providers` list names',
  ],
  [
    'a base class',
    `class Db {} class Base extends ToolContext { db = inject(Db); } @Tool({ name: 't', description: 'x' }) class T extends Base { execute() { return 1; } }`,
    'tools: [T]',
    'T asks for Db, which no `providers` list names',
  ],
  [
    'a provider of request scope',
    `class Db {} @Provider({ name: 'p', scope: ProviderScope.CONTEXT }) class P { db = inject(Db); }`,
    'providers: [P]',
    'p asks for Db, which no `providers` list names',
  ],
  [
    'a factory',
    `class Db {}`,
    `providers: [{ provide: 'made', inject: () => [Db] as const, useFactory: () => 1 }]`,
    'made asks for Db, which no `providers` list names',
  ],
  [
    'a plugin',
    `class Db {} @Plugin({ name: 'audit' }) class Audit { db = inject(Db); }`,
    'plugins: [Audit]',
    'Audit asks for Db, which no `providers` list names',
  ],
  [
    'another app',
    `${db} ${asks('Db')} @App({ name: 'one', tools: [T] }) class One {} @App({ name: 'two', providers: [Db] }) class Two {}`,
    'apps: [One, Two]',
    'T asks for Db, which only the app "two" has',
  ],
  [
    'a plugin of another app',
    `${db} ${asks('Db')} @Plugin({ name: 'p', providers: [Db] }) class P {} @App({ name: 'one', tools: [T] }) class One {} @App({ name: 'two', plugins: [P] }) class Two {}`,
    'apps: [One, Two]',
    'T asks for Db, which only the plugin "p" has',
  ],
  ['`get` in a method', `class Db {} ${gets('return this.get(Db);')}`, 'tools: [T]', 'T asks for Db, which no `providers` list names'],
  [
    '`get` of a handler',
    `class Db {} const t = tool({ name: 't', description: 'x' })((_input, ctx) => ctx.get(Db));`,
    'tools: [t]',
    't asks for Db, which no `providers` list names',
  ],
  [
    '`get` taken from the context',
    `class Db {} const t = tool({ name: 't', description: 'x' })((_input, { get }) => get(Db));`,
    'tools: [t]',
    't asks for Db, which no `providers` list names',
  ],
  ['a function of another file', `import { find } from './find.ts'; ${tool('db = find();')}`, 'tools: [T]', listed],
  [
    '`get` in a function that is given the context',
    `class Db {} const find = (_n: number, ctx: ToolContext) => again(ctx); function again(ctx: ToolContext): Db { return ctx.get(Db); } ${gets('return find(1, this);')}`,
    'tools: [T]',
    listed,
  ],
  [
    '`get` in a function that takes it from the context',
    `class Db {} const find = ({ get }: ToolContext) => get(Db); const t = tool({ name: 't', description: 'x' })((_input, ctx) => find(ctx));`,
    'tools: [t]',
    't asks for Db, which no `providers` list names',
  ],
];

for (const [what, before, options, message] of refused)
  test(`[I2.4.provider-missing] ${what}`, () => {
    assert.equal(missing(before, options), [message]);
  });

const accepted: readonly (readonly [what: string, before: string, options: string])[] = [
  ['the own list', `${db} ${asks('Db')} @App({ name: 'one', tools: [T], providers: [Db] }) class One {}`, 'apps: [One]'],
  ['the server around', `${db} ${asks('Db')} @App({ name: 'one', tools: [T] }) class One {}`, 'apps: [One], providers: [Db]'],
  ['a record', `class Db {} ${asks('Db')}`, 'tools: [T], providers: [{ provide: Db, useValue: new Db() }]'],
  [
    'a token through constants',
    `const keys = { db: new InjectionToken<string>('db') }; const key = keys.db; ${asks('key')}`,
    `tools: [T], providers: [{ provide: keys.db, useValue: 'x' }]`,
  ],
  [
    'a plugin of the same app',
    `${db} ${asks('Db')} @Plugin({ name: 'p', providers: [Db] }) class P {} @App({ name: 'one', tools: [T], plugins: [P] }) class One {}`,
    'apps: [One]',
  ],
  [
    'an export of a plugin elsewhere',
    `${db} ${asks('Db')} @Plugin({ name: 'p', providers: [Db], exports: [Db] }) class P {} @App({ name: 'one', tools: [T] }) class One {} @App({ name: 'two', plugins: [P] }) class Two {}`,
    'apps: [One, Two]',
  ],
  ['a computed list', `class Db {} ${asks('Db')}`, 'tools: [T], providers: lists.providers.concat()'],
  [
    'a computed token',
    `class Db {} declare function pick(): string; ${asks('Db')}`,
    'tools: [T], providers: [{ provide: pick(), useValue: 1 }]',
  ],
  ['`get` of what is listed', `${db} ${gets('return this.get(Db);')}`, 'tools: [T], providers: [Db]'],
  ['`get` whose failure is caught', `class Db {} ${gets('try { return this.get(Db); } catch { return 0; }')}`, 'tools: [T]'],
  [
    '`get` of a parameter that has the name of the context',
    `class Db {} const t = tool({ name: 't', description: 'x' })((_input, ctx) => [new Map<unknown, 1>()].map((ctx) => ctx.get(Db) ?? 0));`,
    'tools: [t]',
  ],
  [
    '`get` of another `this`',
    `class Db {} ${gets('return [function (this: Map<unknown, 1>) { return this.get(Db); }].length;')}`,
    'tools: [T]',
  ],
  [
    'a function of the project whose provider is listed',
    `${db} const find = () => inject(Db); ${tool('db = find();')}`,
    'tools: [T], providers: [Db]',
  ],
  [
    '`get` in a function that is given the context, caught',
    `class Db {} const find = (ctx: ToolContext) => { try { return ctx.get(Db); } catch { return 0; } }; ${gets('return find(this);')}`,
    'tools: [T]',
  ],
  ['`get` of something else', `class Db {} const map = new Map(); ${gets('return map.get(Db);')}`, 'tools: [T]'],
];

for (const [what, before, options] of accepted)
  test(`[I2.4.provider-missing] nothing is missing: ${what}`, () => {
    assert.equal(missing(before, options), []);
  });

/** Tools that ask for `Db` while they are built: code before the class, and its members. */
const whileBuilt: readonly (readonly [what: string, before: string, members: string])[] = [
  ['a function that a field calls', 'function find() { return inject(Db); }', 'db = find();'],
  ['an arrow function', 'const find = () => inject(Db);', 'db = find();'],
  ['a function that a function calls', 'const find = (): Db => other(); function other() { return inject(Db); }', 'db = find();'],
  ['a function with overloads', 'function find(): Db; function find(_x?: 1) { return inject(Db); }', 'db = find();'],
  ['functions that call each other', 'const a = (n: number): Db => inject(Db) ?? b(n); const b = (n: number): Db => a(n);', 'db = b(1);'],
  ['a function that the constructor calls', 'const find = () => inject(Db);', 'db; constructor() { super(); this.db = find(); }'],
  ['a member of an object', 'const all = { find: () => inject(Db) };', 'db = all.find();'],
  ['a method of an object', 'const all = { find() { return inject(Db); } };', 'db = all.find();'],
  ['a static method', 'class All { static find() { return inject(Db); } }', 'db = All.find();'],
  ['a default of a parameter', 'const find = (db = inject(Db)) => db;', 'db = find();'],
  ['a function that is called where it stands', '', 'db = (() => inject(Db))();'],
  ['a method', '', 'db = this.find(); find() { return inject(Db); }'],
  ['a private method', '', 'db = this.#find(); #find() { return inject(Db); }'],
  ['a method that an arrow function calls', '', 'db = (() => this.find())(); find() { return inject(Db); }'],
  ['a class that is built', 'class Holder { db = inject(Db); }', 'db = new Holder();'],
  ['a `finally`', '', 'db; constructor() { super(); try { this.db = inject(Db); } finally { this.db; } }'],
];
/** Tools that do not, or that expect it to fail. */
const notBuilt: typeof whileBuilt = [
  ['a function that nothing calls', 'export const find = () => inject(Db);', 'db = 1;'],
  ['a function that runs later', 'const find = () => inject(Db);', 'db = find;'],
  ['a callback', 'const later = (run: () => Db) => [run];', 'db = later(() => inject(Db));'],
  ['a method that only calls run', '', 'find() { return inject(Db); }'],
  ['a failure that is caught', 'const find = () => { try { return inject(Db); } catch { return undefined; } };', 'db = find();'],
  ['a caught failure of the constructor', '', 'db; constructor() { super(); try { this.db = inject(Db); } catch {} }'],
  ['a token that is a parameter', 'const find = (token: unknown) => inject(token as typeof Db);', 'db = find(Db);'],
  ['one branch of a function', 'const find = (it: string) => it === "db" ? inject(Db) : 1;', 'db = find("none");'],
  ['a branch of statements', 'const find = (it?: 1) => { if (it) return inject(Db); return 1; };', 'db = find();'],
  ['what a branch leaves out', 'const find = (it?: 1) => { if (!it) return 1; return inject(Db); };', 'db = find();'],
  ['a fallback', 'const find = (it: unknown) => it ?? inject(Db);', 'db = find(1);'],
  ['a generator', 'function* find() { yield inject(Db); }', 'db = find();'],
  ['a variable that may change', 'let find = () => inject(Db); find = () => new Db();', 'db = find();'],
  ['a method that a subclass may have', 'class All { find() { return inject(Db); } } const all = new All();', 'db = all.find();'],
];

const fileOf = (what: string): string => `src/${what.replaceAll(/\W/g, '-')}.ts`;

/** Each tool is a module of its own; what the findings name. */
function missingOf(cases: typeof whileBuilt): readonly string[] {
  const imported = "import { inject, Tool, ToolContext } from '@service/sdk'; class Db {}";
  const modules = cases.map(
    ([what, before, members], at) => [fileOf(what), `${imported} ${before} export ${tool(members, `t${at}`)}`] as const,
  );
  const imports = modules.map(([file], at) => `import { T as T${at} } from './${file.slice('src/'.length)}';`).join('\n');
  const list = `tools: [${cases.map((_case, at) => `T${at}`).join(', ')}]`;
  const found = findings(source(imports, list), { ...further, ...Object.fromEntries(modules) });
  return found.flatMap(({ code, message, span }) => (code === 'provider-missing' && message === listed ? [span?.file ?? ''] : []));
}

test('[I2.4.provider-missing] what fields and constructors call and build, wherever it is declared', () => {
  assert.equal(missingOf(whileBuilt), whileBuilt.map(([what]) => fileOf(what)).sort());
});

test('[I2.4.provider-missing] what does not run while an instance is built, or may fail, asks for nothing', () => {
  assert.equal(missingOf(notBuilt), []);
});

test.run();

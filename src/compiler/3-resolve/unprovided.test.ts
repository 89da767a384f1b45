import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findings } from '../../../test/support/read-source.ts';

const source = (before: string, options: string): string => `
  import { Adapter, App, inject, InjectionToken, Plugin, Provider, ProviderScope, Service, tool, Tool, ToolContext } from '@service/sdk';
  import { lists } from './lists.ts';
  ${before}
  @Service({ info: { name: 'demo', version: '1.0.0' }, ${options} }) export class Server {}`;
const missing = (before: string, options: string): readonly string[] =>
  findings(source(before, options), { 'src/lists.ts': 'export const lists: { providers: never[] } = { providers: [] };' }).flatMap(
    ({ code, message }) => (code === 'provider-missing' ? [message] : []),
  );

const asks = (token: string): string =>
  `@Tool({ name: 't', description: 'x' }) class T extends ToolContext { db = inject(${token}); execute() { return String(this.db); } }`;
const gets = (body: string): string => `@Tool({ name: 't', description: 'x' }) class T extends ToolContext { execute() { ${body} } }`;
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
  ['`get` of something else', `class Db {} const map = new Map(); ${gets('return map.get(Db);')}`, 'tools: [T]'],
];

for (const [what, before, options] of accepted)
  test(`[I2.4.provider-missing] nothing is missing: ${what}`, () => {
    assert.equal(missing(before, options), []);
  });

test.run();

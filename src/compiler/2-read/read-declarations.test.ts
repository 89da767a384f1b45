import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../../test/support/read-source.ts';
import type { StaticValue } from '../model/declarations.ts';

/** The plain value of what is known; other kinds by their name. */
function plain(value: StaticValue | undefined): unknown {
  if (value === undefined) return undefined;
  if (value.kind === 'literal') return value.value;
  if (value.kind === 'array') return value.items.map(plain);
  if (value.kind === 'object') return Object.fromEntries(value.properties.map((property) => [property.name, plain(property.value)]));
  if (value.kind === 'one-of') return { oneOf: value.values.map(plain) };
  return value.kind === 'declaration' ? `@${value.text}` : `<${value.kind}>`;
}

const optionsOf = (source: string, further: Record<string, string> = {}): unknown => {
  const { declarations } = readSource(source, further);
  const [id] = declarations.servers;
  return id === undefined ? undefined : plain(declarations.all.get(id)?.options);
};

test('finds the server class and the tools it lists', () => {
  const { declarations } = readSource(`
    import { Service, Tool, ToolContext } from '@service/sdk';
    @Tool({ name: 'add' }) class Add extends ToolContext { execute() { return 1; } }
    @Service({ info: { name: 'a', version: '1' }, tools: [Add] }) export class Server {}`);
  assert.equal([...declarations.all.values()].map(({ kind, name }) => `${kind} ${name}`).sort(), ['server Server', 'tool Add']);
  assert.is([...declarations.all.values()].find(({ kind }) => kind === 'server')?.module?.exportName, 'Server');
});

test('knows decorators by where they come from, not by their text', () => {
  const source = (from: string): string => `${from} @S({ info: { name: 'a', version: '1' } }) export class Server {}`;
  assert.is(readSource(source(`import { Service as S } from '@service/sdk';`)).declarations.servers.length, 1);
  assert.is(
    readSource(source(`import { S } from './sdk.ts';`), { 'src/sdk.ts': `export { Service as S } from '@service/sdk';` }).declarations
      .servers.length,
    1,
  );
  assert.is(readSource(source(`const S = (o: object) => (c: unknown) => {};`)).declarations.servers.length, 0);
  assert.is(readSource(`import * as sdk from '@service/sdk'; @sdk.Service({}) export class Server {}`).declarations.servers.length, 1);
  assert.is(
    readSource(`const Service = (o: object) => (c: unknown) => {}; @Service({}) export class Server {}`).declarations.servers.length,
    0,
  );
});

test('evaluates constants, spreads, templates, enums and imports', () => {
  const source = `
    import { Service } from '@service/sdk';
    import { version, common } from './constants.ts';
    enum Level { Loud = 'loud' }
    const prefix = 'my' as const;
    @Service({ info: { name: \`\${prefix}-server\`, version }, ...common, level: Level.Loud, port: 2 * 1500, sign: -1, pick: [...[1, 2], 3][2] } as never)
    export class Server {}`;
  const further = {
    'src/constants.ts': `export const version = '1.' + '2'; export const common = { instructions: 'hi', http: { port: 80 } } satisfies object;`,
  };
  assert.equal(optionsOf(source, further), {
    info: { name: 'my-server', version: '1.2' },
    instructions: 'hi',
    http: { port: 80 },
    level: 'loud',
    port: 3000,
    sign: -1,
    pick: 3,
  });
});

test('keeps what the sources do not decide apart', () => {
  const source = `
    import { Service } from '@service/sdk';
    import { z } from 'zod';
    declare const on: boolean; let changing = 'x'; const loop: string = loop;
    @Service({ a: process.env.NAME, b: z.object({}), c: () => 1, d: Math.random(), e: on ? 1 : 2, f: changing, g: loop, h: class {} } as never)
    export class Server {}`;
  assert.equal(optionsOf(source), {
    a: '<environment>',
    b: '<schema>',
    c: '<function>',
    d: '<unknown>',
    e: { oneOf: [1, 2] },
    f: '<unknown>',
    g: '<unknown>',
    h: '<class>',
  });
});

test('follows builders, init calls, aliases and default exports to their declarations', () => {
  const source = `
    import { Service, app } from '@service/sdk';
    import * as tools from './tools.ts';
    import Other from './other.ts';
    const Main = app({ name: 'main', tools: [tools.add, tools.Second] });
    @Service({ apps: [Main], prompts: [Other] } as never) export default class Server {}`;
  const { declarations } = readSource(source, {
    'src/tools.ts': `import { tool } from '@service/sdk'; export const add = tool({ name: 'add' })(() => 1); const b = tool({ name: 'b' })(() => 2); export { b as Second };`,
    'src/other.ts': `import { Prompt, PromptContext } from '@service/sdk'; @Prompt({ name: 'p' }) export default class Other extends PromptContext { execute() { return ''; } }`,
  });
  assert.equal([...declarations.all.values()].map(({ kind, name, module }) => `${kind} ${name} ${module?.exportName}`).sort(), [
    'app Main undefined',
    'prompt Other default',
    'server Server default',
    'tool add add',
    'tool b Second',
  ]);
});

test('says which tools may open a stream', () => {
  const streams = (body: string, handler = 'tool({ name: "t" })(() => 1)'): readonly boolean[] => {
    const { declarations } = readSource(`
      import { Service, Tool, ToolContext, tool } from '@service/sdk';
      @Tool({ name: 'x' }) class X extends ToolContext { ${body} }
      const fn = ${handler};
      @Service({ tools: [X, fn] } as never) export class Server {}`);
    return [...declarations.all.values()].filter(({ kind }) => kind === 'tool').map((declaration) => declaration.streams);
  };
  assert.equal(streams('execute() { this.logger.info("x"); return this.input; }'), [false, false]);
  assert.equal(streams('execute() { return this.step(); } step() { return this.progress(1); }'), [true, false]);
  assert.equal(streams('execute() { const { progress } = this; return helper(this); }'), [true, false]);
  assert.equal(streams('execute() {}', 'tool({ name: "t" })((input, ctx) => ctx.notify("x"))'), [false, true]);
  assert.equal(streams('execute() {}', 'tool({ name: "t" })((input, { elicit }) => elicit)'), [false, true]);
  assert.equal(streams('execute() {}', 'tool({ name: "t" })((input, ctx) => help(ctx))'), [false, true]);
  assert.equal(streams('execute() {}', 'tool({ name: "t" })((input, ctx) => ctx.auth)'), [false, false]);
});

/** What each entry takes from its context; all of them are read at once. @param entries sources that call their entry `one` */
function taken(entries: readonly string[]): readonly (readonly string[] | undefined)[] {
  const { declarations } = readSource(
    `import { Service } from '@service/sdk';
    ${entries.map((_, at) => `import { one as entry${at} } from './entry${at}.ts';`).join('\n')}
    @Service({ tools: [${entries.map((_, at) => `entry${at}`).join(', ')}] } as never) export class Server {}`,
    Object.fromEntries(
      entries.map((entry, at) => [
        `src/entry${at}.ts`,
        `import { Tool, ToolContext, tool } from '@service/sdk';
        declare const help: (...all: unknown[]) => unknown, key: 'progress', own: any;
        ${entry}`,
      ]),
    ),
  );
  const tools = [...declarations.all.values()].filter(({ kind }) => kind === 'tool');
  assert.is(tools.length, entries.length);
  return tools.map(({ contextMembers }) => contextMembers);
}

const handled = (handler: string): string => `export const one = tool({ name: 't' })(${handler});`;
const decorated = (body: string): string => `@Tool({ name: 'x' }) export class one extends ToolContext { ${body} }`;

test('[P5.bundle.context] says what an entry takes from its context', () => {
  const seen: readonly (readonly [string, readonly string[]])[] = [
    [handled('(input, ctx) => ctx.auth'), ['auth']],
    [handled('(input: { ctx: string }, ctx) => ctx.auth'), ['auth']],
    [handled('function (input, ctx) { return ctx.auth; }'), ['auth']],
    [handled('(input, { auth, runId: id = "none" }) => auth'), ['auth', 'runId']],
    [handled('(input, ctx, x = ctx.runId) => ctx.auth'), ['auth', 'runId']],
    [handled('(input, ctx, { x } = { x: ctx.runId }) => x'), ['runId', 'x']],
    // The names of properties, and the arguments of what an arrow function stands in.
    [handled('function (input: any, ctx) { return { arguments: input.arguments }; }'), []],
    [handled('(input) => arguments'), []],
    ['const fn = (input, ctx) => ctx.auth; export const one = tool({ name: "t" })(fn);', ['auth']],
    [decorated('execute() { return super.progress(1); }'), ['progress']],
    [decorated('constructor() { super(); } execute() { return this.auth; }'), ['auth']],
    [decorated('execute() { return arguments[0]; }'), []],
  ];
  assert.equal(
    taken(seen.map(([entry]) => entry)),
    seen.map(([, members]) => members),
  );
});

test('[lists.run-time] says what the list of a template takes from its context', () => {
  const classed = (body: string): string =>
    `@ResourceTemplate({ name: 't' }) class NAME extends ResourceTemplateContext { execute() {} ${body} }`;
  const built = (options: string): string => `const NAME = resourceTemplate({ name: 't', ${options} })((uri, { id }) => id);`;
  const seen: readonly (readonly [string, readonly string[] | undefined])[] = [
    [classed('list(ctx) { return ctx.fetch("x"); }'), ['fetch']],
    [classed('list() { return this.runId; }'), ['runId']],
    [classed('list(ctx) { return help(ctx); }'), undefined],
    [built('list: (ctx, cursor) => help(ctx.auth, cursor)'), ['auth', 'id']],
    [built('list(ctx) { return ctx.fetch("x"); }'), ['fetch', 'id']],
    [built('list: (ctx) => help(ctx)'), undefined],
    [built('["list"]: (ctx) => ctx.fetch("x")'), undefined],
    [built('...own'), undefined],
  ];
  const { declarations } = readSource(`
    import { ResourceTemplate, resourceTemplate, ResourceTemplateContext, Service } from '@service/sdk';
    declare const help: (...all: unknown[]) => unknown, own: any;
    ${seen.map(([entry], at) => entry.replace('NAME', `t${at}`)).join('\n')}
    @Service({ resourceTemplates: [${seen.map((_, at) => `t${at}`).join()}] } as never) export class Server {}`);
  const templates = [...declarations.all.values()].filter(({ kind }) => kind === 'resource-template');
  assert.equal(
    templates.map(({ contextMembers, name }) => [name, contextMembers]),
    seen.map(([, members], at) => [`t${at}`, members]),
  );
});

test('[P5.bundle.context] entries whose context can be reached unseen count as users of every member', () => {
  const unseen = [
    ...[
      'function () { return arguments[1].progress(1); }',
      'function (input, ctx) { return help(...arguments); }',
      'function (input) { return () => help(arguments); }',
      'function (input, x = arguments[1]) { return 1; }',
      'function (input) { return eval("arguments[1].runId"); }',
      '(input, ctx) => eval("ctx.runId")',
      '(input, ctx, x = help(ctx)) => x',
      '(input, ctx, x = ctx) => x',
      '(input, ctx, { x = help(ctx) } = {}) => x',
      '(input, ctx, x = () => help(ctx)) => x',
      '(input, { [key]: f }) => f(1)',
      '(input, { auth, ...rest }) => rest[key](1)',
      '(input, ctx) => { const { auth, ...rest } = ctx; return rest; }',
      '(input, ctx) => { ({ auth: own } = ctx); }',
      '(input, ctx) => ctx[key](1)',
      '(input, ...rest) => rest[0].progress(1)',
      '(...all) => all[1].progress(1)',
      'own((input, ctx) => ctx.auth)',
    ].map(handled),
    'let fn = (input, ctx) => ctx.auth; fn = own; export const one = tool({ name: "t" })(fn);',
    ...[
      'execute() { const self = this; return self[key](1); }',
      'execute() { return super[key](1); }',
      'execute() { return help(this); }',
      'execute() { return help`${this}`; }',
      'execute() { return Reflect.get(this, key); }',
      'execute() { return eval("this.progress(1)"); }',
      'execute() { with (this) { return progress(1); } }',
      'execute(input, self = this) { return self[key](1); }',
      'execute() { const { auth, ...rest } = this; return rest; }',
      'execute() { const { [key]: f } = this; return f; }',
      '@own execute() { return 1; }',
      '@own field = 1; execute() { return 1; }',
    ].map(decorated),
    `@own ${decorated('execute() { return 1; }')}`,
  ];
  const members = taken(unseen);
  assert.equal(
    unseen.filter((_, at) => members[at] !== undefined),
    [],
  );
});

test('says which entries may ask their client', () => {
  const asks = (body: string): readonly boolean[] => {
    const { declarations } = readSource(`
      import { Prompt, PromptContext, Service, Tool, ToolContext } from '@service/sdk';
      @Tool({ name: 'x' }) class X extends ToolContext { ${body} }
      @Prompt({ name: 'y' }) class Y extends PromptContext { ${body} }
      @Service({ tools: [X], prompts: [Y] } as never) export class Server {}`);
    return [...declarations.all.values()].filter(({ kind }) => kind === 'tool' || kind === 'prompt').map((declaration) => declaration.asks);
  };
  assert.equal(asks('execute() { this.progress(1); this.notify("x"); return this.clientCan("elicitation"); }'), [false, false]);
  assert.equal(asks('execute() { return this.step(); } step() { return this.elicit("?", {}); }'), [true, true]);
  assert.equal(asks('execute() { return this.sample({}); }'), [true, true]);
  assert.equal(asks('execute() { return this.listRoots(); }'), [true, true]);
  assert.equal(asks('execute() { return this.callTool("other"); }'), [true, true]);
  assert.equal(asks('execute() { return helper(this); }'), [true, true]);
});

test('lists what a class asks for with inject, where it runs while the instance is built', () => {
  const { declarations } = readSource(`
    import { Provider, Service, inject } from '@service/sdk';
    @Provider({ name: 'db' }) class Db {}
    class Base { clock = inject('clock'); }
    @Provider({ name: 'a' }) class A extends Base { db = inject(Db); later = () => inject(Db); constructor(private x: Db, y = 1) { super(); } }
    @Service({ providers: [A, Db] } as never) export class Server {}`);
  const a = [...declarations.all.values()].find(({ name }) => name === 'A');
  assert.equal(
    a?.needs.map(({ text }) => text),
    ['Db', "'clock'"],
  );
  assert.equal(a?.constructorTypes, ['Db']);
});

const server = `import { Service } from '@service/sdk'; @Service({ info: { name: 'a', version: '1' } }) export class Server {}\n`;

/** What the warnings of a source name. */
const changedIn = (source: string): string[] =>
  readSource(`${server}${source}`)
    .findings([])
    .map(({ code, message, span }) => `${code} ${message.split('`')[1]} ${span?.line}`);

test('[environment.effects] a global object that is changed at the top of a module is named', () => {
  for (const [source, what] of [
    ['globalThis.fetch = own;', 'globalThis.fetch'],
    ["global['cache'] ??= new Map();", "global['cache']"],
    ['if (true) { delete globalThis.crypto; }', 'globalThis.crypto'],
    ['Array.prototype.last = own;', 'Array.prototype.last'],
    ["Object.defineProperty(String.prototype, 'shout', { value: own });", 'String.prototype'],
    ['Object.assign(globalThis, { own });', 'globalThis'],
  ])
    assert.equal(changedIn(source ?? ''), [`load-effect ${what} 2`], source);
});

test('[environment.effects] functions, reads and objects of the project are left alone', () => {
  for (const source of [
    'export const set = () => { globalThis.fetch = own; };',
    'const before = globalThis.fetch;',
    'class Own { text = 1; } Own.prototype.text = 2;',
    'const globalThis = { a: 1 }; globalThis.a = 2;',
    'const own: Record<string, number> = {}; Object.assign(own, { a: 1 });',
  ])
    assert.equal(changedIn(source), [], source);
});

test.run();

import { optionRows } from '@service/sdk/options';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findings, viewOf } from '../../../test/support/read-source.ts';

const imports = `import { Service, App, Tool, Resource, ResourceTemplate, Prompt, Plugin, Provider, Adapter, ToolContext, ResourceContext, PromptContext,
  DynamicPlugin, DynamicAdapter, ProviderScope, tool, app, inject } from '@service/sdk';`;
const server = (options: string, before = ''): string =>
  `${imports} ${before} @Service({ info: { name: 'demo', version: '1.0.0' }, ${options} }) export class Server {}`;
const codes = (source: string): readonly string[] =>
  findings(source)
    .map(({ code }) => code)
    .filter((code) => code !== 'missing-description');
const add = `@Tool({ name: 'add', description: 'Adds' }) class Add extends ToolContext { execute() { return 1; } }`;

test('[I2.4.no-server] no server decorator', () => {
  assert.equal(codes('export class Server {}'), ['no-server']);
});

test('[I2.4.several-servers] several server decorators', () => {
  assert.equal(
    codes(
      `${imports} @Service({ info: { name: 'a', version: '1' } }) export class A {} @Service({ info: { name: 'b', version: '1' } }) export class B {}`,
    ),
    ['several-servers'],
  );
});

test('a server class that is not exported', () => {
  assert.equal(codes(server(`tools: [Add]`, add).replace('export class', 'class')), ['server-not-exported']);
});

test('[I2.4.missing-info] missing info', () => {
  assert.equal(codes(`${imports} @Service({ apps: [] } as never) export class Server {}`), ['missing-option']);
  assert.equal(codes(`${imports} @Service({ info: { name: 'x' }, apps: [] } as never) export class Server {}`), ['missing-option']);
});

test('a name that the sources do not decide', () => {
  assert.equal(codes(server('tools: [t]', `const t = tool({ name: process.env.N ?? 'x', description: 'd' })(() => 1);`)), [
    'option-not-static',
  ]);
  assert.equal(codes(server('tools: [t]', `const t = tool({ name: 3 } as never)(() => 1);`)), ['wrong-option-type']);
});

test('[environment.union] a widget that a branch decides is an error at its option, and one that a function makes is not', () => {
  const tooled = (ui: string) =>
    server(
      'tools: [t]',
      `const page = () => ({ template: '<p></p>' });
    const t = tool({ name: 't', description: 'd', ui: ${ui} } as never)(() => 1);`,
    );
  assert.equal(codes(tooled('process.env.PAGE ? { template: "<p></p>" } : undefined')), ['option-not-static']);
  assert.equal(codes(tooled('page()')), []);
});

test('[D4.authoring.absent-option] a documented kind of value that this version does not take says what to write instead', () => {
  const [mode] = findings(server('tools: [], transport: { sessionMode: () => "stateful" } as never', ''));
  assert.match(String(mode?.hint), 'A function is not part of this version; a session begins with its first message');
});

test('[I2.4.wrong-list-item] items of a list that are not of its kind', () => {
  const [found] = findings(server('plugins: [Add]', add));
  assert.is(found?.message, 'plugins items must be annotated with @Plugin()');
  assert.equal(codes(server('tools: [Plain, Add]', `${add} class Plain {}`)), ['wrong-list-item']);
});

test('[I2.4.unresolved-reference] references that lead nowhere', () => {
  assert.equal(codes(server('tools: [Missing, Add]', `${add} import { Missing } from './missing.ts';`)), ['unresolved-reference']);
});

test('[findings.home] a broken import behind a list is reported at the import, through files that hand it on', () => {
  const missing = `import { Gone } from './gone.ts';`;
  const [found, ...others] = findings(server('tools: [Gone]', missing));
  assert.equal([found?.code, others], ['unresolved-reference', []]);
  const source = server('tools: [Gone]', missing);
  assert.is(source.slice(found?.span?.start, found?.span?.end), "'./gone.ts'");
});

test('[I2.4.duplicate-name] duplicate names of one owner, with - and _ the same', () => {
  const twin = add.replace('class Add', 'class Twin');
  assert.equal(codes(server('tools: [Add, Twin]', `${add} ${twin}`)), ['duplicate-name']);
  const spelled = `const a = tool({ name: 'a-b', description: 'd' })(() => 1); const b = tool({ name: 'a_b', description: 'd' })(() => 1);`;
  assert.equal(codes(server('tools: [a, b]', spelled)), ['duplicate-name']);
  assert.equal(codes(server(`tools: [Add], apps: [app({ name: 'Other', tools: [Twin] })]`, `${add} ${twin}`)), []);
});

test('equal names of different owners are listed with their owner', () => {
  const view = viewOf(server(`tools: [Add], apps: [app({ name: 'My Other', tools: [Add] })]`, add));
  assert.equal(
    view.server.tools.map(({ listedName }) => listedName),
    ['add', 'my-other:add'],
  );
  assert.equal(view.server.apps, [{ id: 'my-other', name: 'My Other' }]);
});

test('[I2.4.unknown-option] unknown options, at every depth, with the closest known name', () => {
  const found = findings(server(`tools: [Add], http: { prot: 80 }, htpp: {}`, add));
  assert.equal(
    found.map(({ code, suggestion }) => `${code} ${suggestion}`),
    ['unknown-option port', 'unknown-option http'],
  );
  const cached = add.replace("name: 'add',", "name: 'add', audit: true,");
  assert.equal(codes(server('tools: [Add]', cached)), ['unknown-option']);
  const augmented = `declare module '@service/sdk' { interface ExtendServiceToolMetadata { readonly audit?: boolean } }`;
  const audit = `@Plugin({ name: 'audit' }) class Audit {}`;
  assert.equal(codes(server('tools: [Add], plugins: [Audit]', `${augmented} ${audit} ${cached}`)), []);
  const declared = `declare global { interface ExtendServiceToolMetadata { readonly audit?: boolean } }`;
  assert.equal(codes(server('tools: [Add], plugins: [Audit]', `${declared} ${audit} ${cached}`)), [], 'declared for all modules');
  // Nothing would read the field: the start refuses it as well.
  assert.equal(codes(server('tools: [Add]', `${augmented} ${cached}`)), ['unknown-option']);
});

test('duplicate app ids', () => {
  assert.equal(codes(server(`apps: [app({ name: 'A B', tools: [Add] }), app({ name: 'a-b', tools: [Add] })]`, add)), ['duplicate-app']);
});

test('[D2.adapter.duplicate-name] duplicate adapter names of one class', () => {
  const adapter = `@Adapter({ name: 'x' }) class OpenapiAdapter extends DynamicAdapter { fetch() { return {}; } }`;
  const found = findings(server(`adapters: [OpenapiAdapter.init({ name: 'api' }), OpenapiAdapter.init({ name: 'api' })]`, adapter));
  assert.equal(
    found.map(({ message }) => message),
    ["Duplicate adapter name 'api' for OpenapiAdapter"],
  );
});

test('[I2.4.provider-cycle] provider cycles', () => {
  const classes = `@Provider({ name: 'a' }) class A { b: unknown = inject(B); } @Provider({ name: 'b' }) class B { a: unknown = inject(A); }`;
  assert.equal(
    findings(server('tools: [Add], providers: [A, B]', `${add} ${classes}`)).map(({ message }) => message),
    ['Circular dependency detected: a -> b -> a'],
  );
  const records = `{ provide: 'x', useFactory: (y: unknown) => y, inject: () => ['y'] }, { provide: 'y', useFactory: (x: unknown) => x, inject: () => ['x'] }`;
  assert.equal(codes(server(`tools: [Add], providers: [${records}]`, add)), ['provider-cycle']);
});

test('[I2.4.provider-scope] a global provider that asks for a request one', () => {
  const classes = `@Provider({ name: 'user', scope: ProviderScope.CONTEXT }) class User {} @Provider({ name: 'cache' }) class Cache { user = inject(User); }`;
  assert.equal(codes(server('tools: [Add], providers: [User, Cache]', `${add} ${classes}`)), ['provider-scope']);
  const request = `import { SERVICE_CONTEXT } from '@service/sdk'; @Provider({ name: 'kept' }) class Kept { request = inject(SERVICE_CONTEXT); }`;
  assert.equal(codes(server('tools: [Add], providers: [Kept]', `${add} ${request}`)), ['provider-scope']);
  const factory = `import { SERVICE_CONTEXT } from '@service/sdk'; const kept = { provide: 'kept', inject: () => [SERVICE_CONTEXT], useFactory: (one: unknown) => one };`;
  assert.equal(codes(server('tools: [Add], providers: [kept]', `${add} ${factory}`)), ['provider-scope']);
  assert.equal(
    codes(
      server('tools: [Add], providers: [User, Cache]', `${add} ${classes.replace("name: 'cache'", "name: 'cache', scope: 'context'")}`),
    ),
    [],
  );
});

test('[I2.4.constructor-types] providers and entries typed by their constructor', () => {
  assert.equal(
    codes(server('tools: [Add], providers: [A]', `${add} @Provider({ name: 'a' }) class A { constructor(readonly b: Date) {} }`)),
    ['provider-constructor-types'],
  );
  assert.equal(codes(server('tools: [Add]', add.replace('execute()', 'constructor(readonly d: Date) { super(); } execute()'))), [
    'provider-constructor-types',
  ]);
});

test('entry classes that cannot be called', () => {
  assert.equal(codes(server('tools: [Add]', add.replace('extends ToolContext', ''))), ['missing-context-class']);
  assert.equal(codes(server('tools: [Add]', add.replace('execute', 'run'))), ['missing-execute']);
});

test('[modes.options] options of the auth of an app are checked as those of the server are', () => {
  const inApp = (auth: string): readonly string[] =>
    codes(server(`splitByApp: true, apps: [Mail]`, `${add} @App({ name: 'mail', tools: [Add], auth: ${auth} }) class Mail {}`));
  assert.equal(inApp(`{ mode: 'local', allowedScops: [] }`), ['unknown-option']);
  assert.equal(inApp(`{ mode: 'local', requireEmail: 'no' }`), ['wrong-option-type']);
  assert.equal(inApp(`{ mode: 'local', requireEmail: false }`), []);
});

test('[D4.authoring.unserved-option] what another option turns off is said when both are in the sources, and left to the start otherwise', () => {
  const off = (options: string): readonly string[] => codes(server(`tools: [Add], ${options}`, add));
  assert.equal(off(`redis: { host: 'a' }, sqlite: { path: 'a.db' }`), ['option-without-effect']);
  assert.equal(off(`redis: process.env.HOST ? { host: 'a' } : undefined, sqlite: { path: 'a.db' }`), []);
  assert.equal(off(`registry: { description: 'Sums' }`), ['option-without-effect']);
  assert.equal(off(`registry: { name: process.env.NAME, description: 'Sums' }`), []);
  assert.equal(off(`registry: { ...more, description: 'Sums' }`), []);
  const overHttp = "prefix: '/help', auth: 'public', llmTxt: true, llmFullTxt: {}, api: { path: 'all' }, cache: { enabled: true }";
  const audit = "audit: { store, signer, subjectMode: 'omit', headAnchorIntervalMs: 5000";
  assert.is(off(`skillsConfig: { ${overHttp} }`).length, 6);
  assert.equal(off(`skillsConfig: { enabled: true, ${overHttp} }`), []);
  assert.equal(off("skillsConfig: { auth: 'inherit', llmTxt: false, cache: { enabled: false } }"), []);
  assert.is(off(`skillsConfig: { ${audit} } }`).length, 4);
  assert.equal(off(`skillsConfig: { ${audit}, enabled: true } }`), []);
});

test('[R5.25.literal-secret] secrets in the source, without repeating them', () => {
  const found = findings(
    server(`tools: [Add], sqlite: { path: 'a.db', encryption: { secret: 'hunter2hunter2' } }, redis: { url: 'redis://u:pw12345@h' }`, add),
  );
  assert.equal(
    found.map(({ code }) => code).filter((code) => code !== 'option-without-effect'),
    ['literal-secret', 'literal-secret'],
  );
  assert.not.ok(JSON.stringify(found).includes('hunter2'));
  const inApp = (auth: string): readonly string[] =>
    codes(server(`splitByApp: true, apps: [Mail]`, `${add} @App({ name: 'mail', tools: [Add], auth: ${auth} }) class Mail {}`));
  assert.equal(inApp(`{ mode: 'static', tokens: ['hunter2hunter2'] }`), ['literal-secret']);
  assert.equal(inApp(`{ mode: 'local', dcr: { initialAccessToken: 'hunter2hunter2' } }`), ['literal-secret']);
  const stored = (secret: string): readonly string[] =>
    codes(server(`tools: [Add], sqlite: { path: 'a.db', encryption: { secret: ${secret} } }`, add));
  for (const fine of ['process.env.S', "process.env.S ?? ''", 'process.env.S || process.env.T']) assert.equal(stored(fine), [], fine);
  for (const fallback of [
    "process.env.S ?? 'hunter2hunter2'",
    "process.env.S || 'hunter2hunter2'",
    "process.env.S ?? process.env.T ?? 'hunter2hunter2'",
    "process.env.S ?? (process.env.T || 'hunter2hunter2')",
  ])
    assert.equal(stored(fallback), ['literal-secret'], fallback);
});

test('every option whose row marks it as secret is refused as a literal', () => {
  const secrets = optionRows.filter(({ secret, owner }) => secret === true && owner === 'service');
  assert.ok(secrets.length > 3);
  for (const { path } of secrets) {
    const option = path.split('.').reduceRight((inner, name) => `{ ${name}: ${inner} }`, "'hunter2hunter2'");
    const found = findings(server(`tools: [Add], ...${option}`, add)).filter(({ code }) => code === 'literal-secret');
    assert.match(found[0]?.message ?? '', `\`${path}\` of`);
  }
});

test('reads every field of a tool, a resource, a template and a prompt', () => {
  const view = viewOf(
    server(
      'tools: [t], resources: [R, RT], prompts: [P]',
      `const t = tool({ name: 't', description: 'd', inputSchema: {}, tags: ['x'], hideFromDiscovery: true, timeout: { executeMs: 5 }, cache: { ttl: 3 }, annotations: { readOnlyHint: true } })(() => 1);
     @Resource({ name: 'r', uri: 'a://b', mimeType: 'text/plain' }) class R extends ResourceContext { execute() { return ''; } }
     @ResourceTemplate({ name: 'rt', uriTemplate: 'a://{x}' }) class RT extends ResourceContext { execute() { return ''; } }
     @Prompt({ name: 'p', description: 'd', arguments: [{ name: 'a', required: true }] }) class P extends PromptContext { execute() { return ''; } }`
        .replace('class RT extends ResourceContext', 'class RT extends ResourceTemplateContext')
        .replace('const t', `import { ResourceTemplateContext } from '@service/sdk'; const t`),
    ),
  );
  const [read] = view.server.tools;
  assert.is(read?.visibility, 'hidden');
  assert.is(read?.timeoutMs, 5);
  assert.equal(read?.pluginFields, { cache: { ttl: 3 } });
  assert.equal(view.server.resources[0]?.uri, 'a://b');
  assert.equal(view.server.resourceTemplates[0]?.uriTemplate, 'a://{x}');
  assert.equal(view.server.prompts[0]?.arguments, [{ name: 'a', required: true }]);
  assert.ok(view.blanks.includes('tool:demo/t.inputSchema'));
});

test.run();

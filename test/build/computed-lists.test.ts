/* Lists that the sources do not decide: an entry, a plugin or an app that arrives in one finds the whole run time, in every way to run it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { answerTo, everyWay, type ProjectFiles, startProject, type Way, writeProject } from '../support/ways-to-run.ts';

const test = suite('computed lists');

const names = 'Adapter, App, DynamicAdapter, DynamicPlugin, Plugin, Service, Tool, ToolContext, app, skill, tool';

const options = "{ name: 'probe', description: 'Uses its context.', inputSchema: {} }";
const answer = "`${ctx.toolName} ${typeof ctx.runId} ${String(ctx.isPlatform('plan9'))}`";

/** Takes from its context what no entry that the sources show takes. */
const probe = `tool(${options})(async (_input, ctx) => {
  ctx.mark('begun');
  await ctx.notify('half way');
  await ctx.progress(1, 2);
  return ${answer};
})`;
const probeClass = `class Probe extends ToolContext {
  async execute() { const ctx = this; await ctx.notify('half way'); return ${answer}; }
}`;

const head = `import { ${names}, type HookCall, type ToolModel, type ToolResult, type Next } from '@service/sdk';
const plain = tool({ name: 'plain', description: 'Uses nothing.', inputSchema: {} })(() => 'plain');
`;
const server = (lists: string): string =>
  `@Service({ info: { name: 'lists', version: '1.0.0' }, ${lists} })\nexport default class Server {}\n`;
const main = (before: string, lists: string): ProjectFiles => ({ 'src/main.ts': `${head}${before}\n${server(lists)}` });

/** Lowered code beside declarations that show no decorators, as packages are published. */
const packaged = (js: string, types: string): ProjectFiles => ({
  'node_modules/acme/package.json':
    '{"name":"acme","version":"1.0.0","type":"module","exports":{"types":"./index.d.ts","default":"./index.js"}}',
  'node_modules/acme/index.js': `import { ${names} } from '@service/sdk';\nconst probe = ${probe};\n${js}`,
  'node_modules/acme/index.d.ts': types,
});
const packagedPlugin = packaged(
  "export class Noting extends DynamicPlugin {}\nPlugin({ name: 'noting', tools: [probe] })(Noting);\nexport const noting = (options) => Noting.init(options);\n",
  "import { DynamicPlugin, type Registration } from '@service/sdk';\nexport class Noting extends DynamicPlugin<{ level: string }> {}\nexport function noting(options: { level: string }): Registration;\n",
);
const packagedApp = packaged(
  "export class Notes {}\nApp({ name: 'notes', tools: [probe] })(Notes);\nexport const makeNotes = () => Notes;\nexport const all = [Notes];\n",
  'export class Notes {}\nexport function makeNotes(): typeof Notes;\nexport const all: readonly (typeof Notes)[];\n',
);
const from = (names_: string): string => `import { ${names_} } from 'acme';\n`;

const pluginClass = `@Plugin({ name: 'noting', tools: [${probe}] })
class Noting extends DynamicPlugin<{ level?: string }> {
  async aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>) { call.logger.debug('called'); return next(); }
}
const audit = (options: { level?: string }) => Noting.init(options);
`;
const inApp = (lists: string): string => `@App({ name: 'inner', ${lists} })\nclass Inner {}\n`;
const packagedIn = (files: ProjectFiles, before: string, lists: string): ProjectFiles => ({ ...files, ...main(before, lists) });

const cases: Readonly<Record<string, ProjectFiles>> = {
  'a spread call': main(`const make = () => [${probe}];`, 'tools: [plain, ...make()]'),
  'a call as an item': main(`const make = () => ${probe};`, 'tools: [plain, make()]'),
  'a call as the list': main(`const make = () => [plain, ${probe}];`, 'tools: make()'),
  'a conditional item': main(`const probe = () => ${probe};`, 'tools: [plain, Math.random() < 2 ? probe() : plain]'),
  'a conditional list': main(`const all = () => [${probe}];`, 'tools: Math.random() < 2 ? all() : [plain]'),
  'a list that is mapped': main(`const make = (one: object) => one;\nconst probe = ${probe};`, 'tools: [plain, probe].map(make)'),
  'a list that is filtered': main(`const all = { plain, probe: ${probe} };`, 'tools: Object.values(all).filter(Boolean)'),
  'a list that a loop fills': main(`const tools: object[] = [plain];\nfor (const one of [${probe}]) tools.push(one);`, 'tools'),
  'a list that a function fills': main(
    `const lists = { tools: [plain] as object[] };\nconst fill = (into: object[]) => { into.push(${probe}); };\nfill(lists.tools);`,
    'tools: lists.tools',
  ),
  'a list that another module fills': {
    ...main(`import './more.ts';\nimport { tools } from './tools.ts';`, 'tools: [plain, ...tools]'),
    'src/tools.ts': 'export const tools: object[] = [];\n',
    'src/more.ts': `import { tool } from '@service/sdk';\nimport { tools as all } from './tools.ts';\nall.push(${probe});\n`,
  },
  'options that are spread': main(`const lists = () => ({ tools: [plain, ${probe}] });`, '...lists()'),
  'a list behind a getter': main(`const probe = ${probe};\nconst own = () => probe;`, 'get tools() { return [plain, own()]; }'),
  'a decorator of the project': main(`const Quick = () => Tool(${options});\n@Quick()\n${probeClass}`, 'tools: [plain, Probe]'),
  'a decorator called by hand': main(
    `const Probe = Tool(${options});\nclass Hand extends ToolContext {\n  async execute() { const ctx = this; await ctx.notify('half way'); return ${answer}; }\n}\nProbe(Hand);`,
    'tools: [plain, Hand]',
  ),
  'a plugin made by a call': main(pluginClass, "tools: [plain], plugins: [audit({ level: 'all' })]"),
  'a plugin made by a call, of an app': main(pluginClass + inApp("tools: [plain], plugins: [audit({ level: 'all' })]"), 'apps: [Inner]'),
  'a variable that holds a plugin': main(
    `${pluginClass}let one = audit({});\none = audit({ level: 'all' });`,
    'tools: [plain], plugins: [one]',
  ),
  'an adapter made by a call': main(
    `@Adapter({ name: 'made' })\nclass Made extends DynamicAdapter { fetch() { return { tools: [${probe}] }; } }\nconst made = () => Made.init({ name: 'made' });`,
    'tools: [plain], adapters: [made()]',
  ),
  'an app made by a call': main(`const make = () => app({ name: 'made', tools: [${probe}] });`, 'tools: [plain], apps: [make()]'),
  "a package's plugin class": packagedIn(packagedPlugin, from('Noting'), 'tools: [plain], plugins: [Noting]'),
  "a package's plugin class with options": packagedIn(
    packagedPlugin,
    from('Noting'),
    "tools: [plain], plugins: [Noting.init({ level: 'all' })]",
  ),
  "a package's plugin, called": packagedIn(packagedPlugin, from('noting'), "tools: [plain], plugins: [noting({ level: 'all' })]"),
  "a package's plugin, of an app": packagedIn(
    packagedPlugin,
    from('noting') + inApp("tools: [plain], plugins: [noting({ level: 'all' })]"),
    'apps: [Inner]',
  ),
  "a package's app": packagedIn(packagedApp, from('Notes'), 'tools: [plain], apps: [Notes]'),
  "a package's app, called": packagedIn(packagedApp, from('makeNotes'), 'tools: [plain], apps: [makeNotes()]'),
  "a package's list of apps": packagedIn(packagedApp, from('all'), 'tools: [plain], apps: [...all]'),
};

/** What is decided before a target is known is run on one runtime; the ways that differ from it in a target are run on all. */
const onEveryRuntime = new Set(['a spread call', 'a plugin made by a call', "a package's plugin, called", "a package's app"]);

async function answersOf(files: ProjectFiles, way: Way, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const project = writeProject(files);
  try {
    const running = await startProject(project.root, way, { env });
    try {
      return await answerTo(running.url, 'tools/call', { name: 'probe', arguments: {} });
    } finally {
      await running.stop();
    }
  } finally {
    project.remove();
  }
}

for (const [title, files] of Object.entries(cases))
  test(`[lists.open.context] ${title}`, async () => {
    for (const way of onEveryRuntime.has(title) ? everyWay : (['node'] as const))
      assert.match(await answersOf(files, way), 'probe string false', way);
  });

const late = main(
  `const probe = tool({
  name: 'probe',
  description: 'Asks for all that a tool can have.',
  inputSchema: {},
  rateLimit: { maxRequests: 5, windowMs: 60_000 },
  execution: { taskSupport: 'optional' },
})(async (_input, ctx) => {
  const answer = await ctx.elicit('Your name?', { type: 'object', properties: { name: { type: 'string' } } });
  return answer.status;
});
const skills = process.env['LATE'] === 'yes' ? [skill({ name: 'late', description: 'Comes late.', instructions: 'Wait.' })] : [];`,
  "skills, tools: process.env['LATE'] === 'yes' ? [plain, probe] : [plain]",
);

test('[lists.open.features] an entry that only the environment of a start brings finds the features that it needs', async () => {
  const env = { LATE: 'yes' };
  const expected = await answersOf(late, 'sources', env);
  assert.match(expected, /elicit|elicitation/i);
  for (const way of ['node', 'worker'] as const) assert.is(await answersOf(late, way, env), expected, way);
});

test.run();

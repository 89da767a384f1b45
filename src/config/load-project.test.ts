import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConfigProblem } from './config-problem.ts';
import { loadProject, type Project, type ProjectRequest } from './load-project.ts';
import { settings } from './generated.ts';
import { printConfigSchema } from '../../scripts/reference/settings/print-config-schema.ts';

const test = suite<{ root: string }>('load-project');
test.before.each((context) => {
  context.root = realpathSync(mkdtempSync(join(tmpdir(), 'service-config-')));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const write = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
};
const load = (cwd: string, request: Partial<ProjectRequest> = {}): Promise<Project> =>
  loadProject({ cwd, env: {}, flags: {}, targets: [], ...request });
const faults = async (work: Promise<unknown>): Promise<readonly string[]> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ConfigProblem) return error.diagnostics.map((diagnostic) => `${diagnostic.code}: ${diagnostic.message}`);
    throw error;
  }
  return [];
};

test('[S4.2.wrangler.refused] a variable of a worker that is named like a secret is refused without its value', async ({ root }) => {
  const wrangler = { vars: { GREETING: 'hello', JWT_SECRET: 'hunter22', KV_REST_API_TOKEN: 'hunter23' } };
  write(root, { 'service.config.json': JSON.stringify({ name: 'a', deployments: [{ target: 'worker', wrangler }] }) });
  const at = 'config-wrong-value: service.config.json: deployments[0].wrangler.vars';
  const text = 'is named like a secret, and variables of a worker are no place for it';
  assert.equal(await faults(load(root)), [`${at}.JWT_SECRET ${text}`, `${at}.KV_REST_API_TOKEN ${text}`]);
});

const config = (name: string): string => `export default { name: '${name}' };`;

test('[S4.config.formats] reads ts, js, json, mjs and cjs', async ({ root }) => {
  const texts = {
    ts: "import { defineConfig } from '@service/cli/config';\nconst n: string = 'ts';\nexport default defineConfig({ name: n });",
    js: config('js'),
    json: '{"name":"json"}',
    mjs: config('mjs'),
    cjs: "module.exports = { name: 'cjs' };",
  };
  for (const [extension, text] of Object.entries(texts)) {
    write(root, { [`${extension}/service.config.${extension}`]: text });
    assert.is((await load(join(root, extension))).name.value, extension);
    assert.equal(readdirSync(join(root, extension)), [`service.config.${extension}`], 'nothing is written beside the config');
  }
});

test('[S4.config.order] ts wins over js, js over json', async ({ root }) => {
  write(root, { 'service.config.json': '{"name":"json"}', 'service.config.js': config('js') });
  assert.is((await load(root)).name.value, 'js');
  write(root, { 'service.config.ts': config('ts') });
  assert.is((await load(root)).name.value, 'ts');
});

test('[S4.config.order] config files that another one in the folder hides are named in a warning', async ({ root }) => {
  write(root, { 'service.config.json': '{"name":"json"}' });
  assert.equal((await load(root)).warnings, []);
  write(root, { 'service.config.ts': config('ts'), 'service.config.cjs': '' });
  const [warning, ...others] = (await load(root)).warnings;
  assert.equal([warning?.code, warning?.severity, others], ['config-unused-file', 'warning', []]);
  assert.match(
    warning?.message ?? '',
    `${root} holds service.config.ts and service.config.json and service.config.cjs: service.config.ts is used, `,
  );
  assert.equal((await load(root, { flags: { config: 'service.config.json' } })).warnings, []);
});

test('[S4.config.lookup] walks up at most ten folders', async ({ root }) => {
  write(root, { 'service.config.json': '{"name":"top"}' });
  const deep = (levels: number): string => join(root, ...Array.from({ length: levels }, (_, index) => `d${index}`));
  mkdirSync(deep(11), { recursive: true });
  const found = await load(deep(10));
  assert.is(found.name.value, 'top');
  assert.is(found.root, root);
  assert.match((await faults(load(deep(11))))[0] ?? '', /^not-a-project/);
});

test('[S4.config.named] --config wins over SERVICE_CONFIG, and a named file must exist', async ({ root }) => {
  write(root, { 'a.json': '{"name":"a"}', 'b.json': '{"name":"b"}' });
  assert.is((await load(root, { env: { SERVICE_CONFIG: 'b.json' } })).name.value, 'b');
  assert.is((await load(root, { env: { SERVICE_CONFIG: 'b.json' }, flags: { config: 'a.json' } })).name.value, 'a');
  assert.match((await faults(load(root, { env: { SERVICE_CONFIG: 'no.json' } })))[0] ?? '', /named by SERVICE_CONFIG, does not exist/);
});

test('[S4.config.derived] without a config the project is derived from package.json', async ({ root }) => {
  write(root, { 'package.json': '{"name":"@me/tool","version":"3.1.4"}' });
  const project = await load(root);
  assert.equal(
    [project.name, project.version.value, project.entry.value],
    [{ value: 'tool', origin: 'package.json' }, '3.1.4', join(root, 'src/main.ts')],
  );
  assert.equal(project.deployments, [{ target: 'node', folder: join(root, 'dist/node'), variables: {} }]);
});

test('[I2.config.precedence] flag, then variable, then file, then default', async ({ root }) => {
  write(root, { 'service.config.json': '{"name":"a","entry":"file.ts","transport":{"http":{"port":1}}}' });
  const entry = async (request: Partial<ProjectRequest>): Promise<unknown> => (await load(root, request)).entry;
  assert.equal(await entry({ env: { SERVICE_ENTRY: 'env.ts' }, flags: { entry: 'flag.ts' } }), {
    value: join(root, 'flag.ts'),
    origin: '--entry',
  });
  assert.equal(await entry({ env: { SERVICE_ENTRY: 'env.ts' } }), { value: join(root, 'env.ts'), origin: 'SERVICE_ENTRY' });
  assert.equal(await entry({}), { value: join(root, 'file.ts'), origin: 'service.config.json' });
  assert.equal((await load(root, { env: { PORT: '2' } })).httpPort, { value: 2, origin: 'PORT' });
  assert.equal(await faults(load(root, { env: { PORT: 'x' } })), ['config-wrong-value: PORT must be a port from 0 to 65535']);
});

test('[R25.secrets.config] a frame shows a refused text where the setting holds no secret, and stars elsewhere', async ({ root }) => {
  const frameOf = async (members: Readonly<Record<string, unknown>>): Promise<string> => {
    write(root, { 'service.config.json': JSON.stringify({ name: 'calc', ...members }) });
    const problem = await load(root).then(String, (error: unknown) => error);
    assert.instance(problem, ConfigProblem);
    return problem instanceof ConfigProblem ? (problem.sources.get('service.config.json') ?? '') : '';
  };
  const env = { shared: { API_KEY: 'hunter2' } };
  const hidden = '"env":{"shared":{"API_KEY":"*******"}}';
  const shown = [
    [{ env, nodeVersion: 'twenty' }, `"name":"****",${hidden},"nodeVersion":"twenty"`],
    [{ env, deployments: [{ target: 'nod' }] }, `"name":"****",${hidden},"deployments":[{"target":"nod"}]`],
    [
      { env, transport: { http: { port: '3000', path: 'mcp' } } },
      `"name":"****",${hidden},"transport":{"http":{"port":"3000","path":"mcp"}}`,
    ],
    [{ env, build: { bundler: 'esbild', format: 'cjs' } }, `"name":"****",${hidden},"build":{"bundler":"esbild","format":"***"}`],
    [{ name: 'a b', env, cli: 'x' }, `"name":"a b",${hidden},"cli":"*"`],
    [{ env: { shared: { API_KEY: ['hunter2'] } } }, '"name":"****","env":{"shared":{"API_KEY":["*******"]}}'],
    [{ version: { token: 'hunter2' } }, '"name":"****","version":{"token":"*******"}'],
  ] as const;
  for (const [members, expected] of shown) assert.is(await frameOf(members), `{${expected}}`);
});

test('[D2.build.out-dir] --out-dir puts output under <dir>/<target>', async ({ root }) => {
  write(root, { 'service.config.json': '{"name":"a","deployments":[{"target":"node","outDir":"here"}]}' });
  assert.is((await load(root)).deployments[0]?.folder, join(root, 'here'));
  assert.is((await load(root, { flags: { 'out-dir': 'out' } })).deployments[0]?.folder, join(root, 'out/node'));
});

test('refuses an output folder that holds the project, and one for two deployments', async ({ root }) => {
  write(root, { 'service.config.json': '{"name":"a","deployments":[{"target":"node","outDir":"."}]}' });
  assert.match((await faults(load(root)))[0] ?? '', /holds the project itself/);
  write(root, { 'service.config.json': '{"name":"a","deployments":[{"target":"node"},{"target":"node"}]}' });
  assert.match((await faults(load(root)))[0] ?? '', /same output folder/);
});

test('[D2.build.out-dir-sources] an output folder over the sources is refused, by flag, variable and config', async ({ root }) => {
  const says = (folder: string): string =>
    `config-wrong-value: The output folder ${join(root, folder)} holds src/main.ts, a source of the server; name another, such as dist`;
  const configure = (deployment: object): void =>
    write(root, { 'service.config.json': JSON.stringify({ name: 'a', deployments: [deployment] }) });
  configure({ target: 'node' });
  assert.equal(await faults(load(root, { flags: { 'out-dir': 'src' } })), [says('src')]);
  assert.equal(await faults(load(root, { env: { SERVICE_OUT_DIR: 'src' } })), [says('src')]);
  for (const folder of ['.', 'source', 'src/generated', '../out'])
    assert.equal(await faults(load(root, { flags: { 'out-dir': folder } })), [], folder);
  configure({ target: 'node', outDir: './src' });
  assert.equal(await faults(load(root)), [says('src')]);
  assert.equal(await faults(load(root, { flags: { entry: 'main.ts' } })), []);
});

test('a config that does not parse, throws or exports nothing is named', async ({ root }) => {
  const of = async (name: string, text: string): Promise<readonly string[]> => {
    write(root, { [name]: text });
    return faults(load(root, { flags: { config: name } }));
  };
  assert.match((await of('a.ts', 'export default {'))[0] ?? '', /^config-syntax: a\.ts does not parse/);
  assert.match((await of('b.json', '{'))[0] ?? '', /^config-syntax: b\.json is not JSON/);
  assert.equal(await of('c.ts', "throw new Error('boom')"), ['config-threw: c.ts failed while it was loaded: boom']);
  assert.equal(await of('d.ts', 'export const x = 1;'), ['config-no-default: d.ts exports no config']);
  write(root, { 'shared.ts': 'export const = 1;' });
  assert.match((await of('e.ts', "import './shared.ts';\nexport default {};"))[0] ?? '', /^config-syntax: shared\.ts does not parse/);
  write(root, { 'package.json': '{"name":"x",}' });
  assert.match((await of('f.ts', 'export default {};'))[0] ?? '', /^config-syntax: package\.json does not parse/);
});

test('[target.names] a name that is a path, shell text, several lines or too long for a file is refused wherever it comes from', async ({
  root,
}) => {
  for (const name of ['..', '.', 'a/b', "a'b", 'a$(id)', 'a\nb', '`id`', 'a b', 'x'.repeat(201)]) {
    writeFileSync(join(root, 'service.config.json'), JSON.stringify({ name, deployments: [{ target: 'node' }] }));
    assert.match((await faults(load(root))).join(), 'may hold up to 200 letters, digits, dots, hyphens and underscores', name);
  }
  rmSync(join(root, 'service.config.json'));
  for (const name of ['@a/..', 'a$(id)', 'a\nb', 'x'.repeat(201)]) {
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name }));
    assert.match((await faults(load(root))).join(), 'The name in package.json may hold up to 200 letters', name);
  }
});

test('[S4.config.schema] the published JSON Schema is what the rows say', () => {
  assert.is(readFileSync(new URL('../../service.config.schema.json', import.meta.url), 'utf8'), printConfigSchema(settings));
});

test.run();

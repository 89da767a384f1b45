import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootHttp } from '../../test/support/boot/node.ts';
import { bootWorker } from '../../test/support/boot/worker.ts';
import { codeBlocksOf, commandLinesOf, readPage } from '../../test/support/pages.ts';
import { modernRequest, parseWire, send } from '../../test/support/wire-client.ts';
import { fileDependencies, installBeside, npm, npmVariables, scaffold, type Toolbox } from '../packing/scaffold.ts';
import { runProgram } from './run-program.ts';
import { addResults, verdict, type SectionContext, type SectionResult } from './section.ts';

const page = 'docs/guide/writing-plugins.md';

/** What `@service/plugin-cache` may add to `basic`, on each target. */
const cacheBudget = 8_600;

/** Plugins in packages: the commands of the page, and what strangers' packages are like. */
export async function checkPlugins(context: SectionContext, toolbox: Toolbox): Promise<SectionResult> {
  const { folder } = await scaffold(toolbox, 'calculator', { template: 'basic', installs: false });
  await installBeside(toolbox, folder);
  const project = new PluginProject(toolbox, folder);
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    [`the commands of ${page} make, pack, install and call a plugin`, () => project.runPage()],
    ['[plugins.package] a package with its sources acts on a worker', () => project.callWorker({ answered: 1 })],
    ['[plugins.package.unread] packages without sources, in CommonJS and re-exported act on node and worker', () => strangers(project)],
    [`@service/plugin-cache adds at most ${cacheBudget} bytes to basic`, () => cacheSize(project)],
    ['[plugins.package.two-sdks] a package that brings another SDK is an error that names both', () => twoSdks(project)],
  ];
  const results: SectionResult[] = [];
  for (const [title, work] of steps) {
    const problem = await work().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    results.push(verdict(context, `plugins: ${title}`, problem));
    if (problem !== undefined) break; // what follows stands on it
  }
  return addResults(results);
}

interface Built {
  readonly outputs: readonly { readonly target: string; readonly gzipBytes: number }[];
}

/** The project `calculator` of the page. */
class PluginProject {
  readonly main: string;
  constructor(
    readonly toolbox: Toolbox,
    readonly folder: string,
  ) {
    this.main = readFileSync(join(folder, 'src/main.ts'), 'utf8');
  }

  /** Its main module with further imports, and plugins in the list. */
  list(imports: string, plugins: string): void {
    const text = this.main
      .replace('import { CalcApp }', `${imports}\nimport { CalcApp }`)
      .replace('  apps: [', `  plugins: [${plugins}],\n  apps: [`);
    writeFileSync(join(this.folder, 'src/main.ts'), text);
  }

  async service(...args: readonly string[]): Promise<string> {
    const [command, ...bin] = this.toolbox.service;
    const { code, stderr, stdout } = await runProgram(command, [...bin, ...args], { cwd: this.folder, env: npmVariables() });
    if (code !== 0) throw new Error(`service ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
    return stdout;
  }

  async build(): Promise<Built['outputs']> {
    const printed = JSON.parse(await this.service('build', '--target', 'node', '--target', 'worker', '--json')) as { readonly data: Built };
    return printed.data.outputs;
  }

  /** As its reader does: the lines that the page adds, its script, and its commands one after another. */
  async runPage(): Promise<void> {
    const added = [...readPage(page).matchAll(/^\+(.*)$/gm)].map(([, line = '']) => line);
    const [imported = '', listed = ''] = added;
    writeFileSync(
      join(this.folder, 'src/main.ts'),
      this.main.replace('import { CalcApp }', `${imported}\nimport { CalcApp }`).replace('  apps: [', `${listed}\n  apps: [`),
    );
    const script = codeBlocksOf(page).find(({ language }) => language === 'js');
    writeFileSync(join(this.folder, 'call.mjs'), script?.text ?? '');
    // `npm test` hands its own settings on, and the page's package is compiled by a script of its own.
    const env = {
      ...npmVariables(),
      npm_config_ignore_scripts: 'false',
      SERVICE_SDK_SPEC: fileDependencies(this.toolbox.packages)['@service/sdk'],
    };
    const run = await runProgram('sh', ['-exc', commandLinesOf(page).join('\n')], { cwd: this.folder, env });
    const isCounted = run.stdout.endsWith('\n1\n2\n');
    if (run.code !== 0 || !isCounted) throw new Error(`${run.stdout}${run.stderr}`);
  }

  async callNode(...expected: readonly object[]): Promise<void> {
    const server = await bootHttp({ folder: join(this.folder, 'dist/node'), name: 'calculator', env: { SERVICE_LOG_LEVEL: 'off' } });
    try {
      await callAdd(server.url, expected);
    } finally {
      await server.stop();
    }
  }

  async callWorker(...expected: readonly object[]): Promise<void> {
    await this.build();
    const worker = await bootWorker({ bundle: join(this.folder, 'dist/worker/index.js'), vars: { SERVICE_LOG_LEVEL: 'off' } });
    try {
      await callAdd(worker.origin, expected);
    } finally {
      await worker.stop();
    }
  }
}

/** Calls `add` with the same arguments as often as there are expectations of `_meta`. */
async function callAdd(origin: string, expected: readonly object[]): Promise<void> {
  const { host, port } = new URL(origin);
  for (const meta of expected) {
    const { body, headers } = modernRequest('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
    const { text } = await send({ port: Number(port), path: '/mcp', headers: { host, ...headers }, body });
    const { result } = parseWire(text) as { readonly result?: { readonly _meta?: Readonly<Record<string, unknown>> } };
    for (const [name, value] of Object.entries(meta))
      if (result?._meta?.[name] !== value) throw new Error(`${name} is not ${value}: ${text}`);
  }
}

const commonJs: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "stamp-plugin", "version": "1.0.0", "main": "index.js", "types": "index.d.ts" }',
  'index.js': `'use strict';
const { DynamicPlugin, Plugin } = require('@service/sdk');
class StampPlugin extends DynamicPlugin {
  async aroundToolCall(_call, next) {
    const result = await next();
    return { ...result, _meta: { ...result._meta, stamp: this.options.text } };
  }
}
Plugin({ name: 'stamp' })(StampPlugin);
exports.StampPlugin = StampPlugin;
`,
  'index.d.ts': `import { DynamicPlugin } from '@service/sdk';
export declare class StampPlugin extends DynamicPlugin<{ readonly text: string }> {}
`,
};

/** The page's plugin as a package of plain JavaScript, one in CommonJS, and ours under a name of the project. */
async function strangers(project: PluginProject): Promise<void> {
  const { folder } = project.toolbox;
  const plain = join(folder, 'plain');
  const stamp = join(folder, 'stamp');
  for (const made of [plain, stamp]) mkdirSync(made);
  await runProgram('tar', ['-xzf', join(folder, 'call-count-plugin/call-count-plugin-0.1.0.tgz'), '-C', plain]);
  rmSync(join(plain, 'package/src'), { recursive: true });
  const manifest = join(plain, 'package/package.json');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8')
      .replace(/ *"service-source".*\n/, '')
      .replace('"0.1.0"', '"0.2.0"'),
  );
  for (const [name, text] of Object.entries(commonJs)) writeFileSync(join(stamp, name), text);
  for (const made of [join(plain, 'package'), stamp]) await npm(['pack', '--ignore-scripts', '--pack-destination', folder], made);
  const cache = fileDependencies(project.toolbox.packages)['@service/plugin-cache'] ?? '';
  await npm(
    [
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      join(folder, 'call-count-plugin-0.2.0.tgz'),
      join(folder, 'stamp-plugin-1.0.0.tgz'),
      cache,
    ],
    project.folder,
  );
  writeFileSync(join(project.folder, 'src/plugins.ts'), "export { CachePlugin as Cache } from '@service/plugin-cache';\n");
  project.list(
    "import { CallCountPlugin } from 'call-count-plugin';\nimport { StampPlugin } from 'stamp-plugin';\nimport { Cache } from './plugins';",
    "CallCountPlugin.init({ member: 'answered' }), StampPlugin.init({ text: 'seen' }), Cache.init({ toolPatterns: ['add'] })",
  );
  const expected = [
    { answered: 1, stamp: 'seen' },
    { answered: 2, stamp: 'seen', cache: 'hit' },
  ];
  await project.callWorker(...expected);
  await project.callNode(...expected);
  const said = (await project.service('inspect')).replaceAll(/\s+/g, ' ');
  for (const name of ['CallCountPlugin of call-count-plugin', 'StampPlugin of stamp-plugin'])
    if (!said.includes(`${name} ships no sources, so its code was not read`))
      throw new Error(`inspect does not say it of ${name}:\n${said}`);
  if (said.includes('CachePlugin of')) throw new Error(`the sources of CachePlugin were not read:\n${said}`);
}

async function cacheSize(project: PluginProject): Promise<void> {
  writeFileSync(join(project.folder, 'src/main.ts'), project.main);
  const plain = await project.build();
  project.list("import { CachePlugin } from '@service/plugin-cache';", 'CachePlugin');
  const added = (await project.build()).map(({ gzipBytes, target }, at) => [target, gzipBytes - (plain[at]?.gzipBytes ?? 0)] as const);
  const over = added.filter(([, bytes]) => bytes > cacheBudget || bytes <= 0);
  if (added.length !== 2 || over.length > 0)
    throw new Error(`it adds ${added.map(([target, bytes]) => `${bytes} bytes on ${target}`).join(', ')}`);
}

/** As npm installs it for a package whose `dependencies` name a version that the project does not have. */
async function twoSdks(project: PluginProject): Promise<void> {
  const own = join(project.folder, 'node_modules/call-count-plugin/node_modules/@service/sdk');
  cpSync(join(project.folder, 'node_modules/@service/sdk'), own, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as object;
  writeFileSync(join(own, 'package.json'), JSON.stringify({ ...manifest, version: '0.0.9' }));
  project.list("import { CallCountPlugin } from 'call-count-plugin';", 'CallCountPlugin');
  const said = await project.service('build').catch((error: unknown) => String(error));
  if (!/sdk-version.*call-count-plugin brings @service\/sdk 0\.0\.9 of its own, and this project and its compiler have \d/.test(said))
    throw new Error(said);
}

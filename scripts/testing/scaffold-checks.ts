import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { installBeside, installForProjects, installPackedCli, npm, removeTree, scaffold, type Toolbox } from '../packing/scaffold.ts';
import { checkAdapters } from './adapter-checks.ts';
import { withCodeCache } from './code-cache.ts';
import { checkExample, exampleNames } from './example-checks.ts';
import { checkPlugins } from './plugin-checks.ts';
import { runProgram, type ProgramRun } from './run-program.ts';
import { addResults, verdict, type Section, type SectionContext, type SectionResult } from './section.ts';

const templates = ['basic', 'full', 'local', 'page', 'widget'] as const;

/** A project made by the packed CLI outside the repository installs, type-checks, builds, serves, and passes its own test. */
export const scaffoldChecks: Section = {
  name: 'scaffold',
  about: 'projects scaffolded from the packed tarballs',
  order: 10,
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), 'service-scaffold-'));
    try {
      const toolbox = await context.run(() => installPackedCli(folder));
      await context.run(() => installForProjects(toolbox));
      // Each in a folder of its own; what takes longest first.
      const jobs: readonly (() => Promise<SectionResult>)[] = [
        ...templates.map((template) => () => checkTemplate(context, toolbox, template)),
        () => checkPlugins(context, toolbox),
        () => checkAdapters(context, toolbox),
        ...exampleNames(context.root).map((name) => () => checkExample(context, toolbox, name)),
        ...packedTests.map((file) => () => checkCommands(context, toolbox, file)),
      ];
      return addResults(await Promise.all(jobs.map((job) => context.run(job))));
    } finally {
      await removeTree(folder);
    }
  },
};

/**
 * Tests that need a process of their own, or what only an installation has: types, and the files of a package. They run against the
 * installed packages; all other tests of commands run in the process of the sections `unit` and `fixtures`.
 */
export const packedTests: readonly string[] = [
  'src/config/config-hover.test.ts',
  'src/runtime/define/option-types.test.ts',
  'test/docs/page-commands.test.ts',
  ...['packed', 'program', 'interrupts', 'commands/dev', 'commands/new-interactive', 'commands/completion-in-shells'].map(
    (name) => `src/cli/${name}.test.ts`,
  ),
];

async function checkCommands({ root, ...context }: SectionContext, toolbox: Toolbox, file: string): Promise<SectionResult> {
  const args = ['--import', 'tsx', '--conditions=service-source', file];
  const env = { ...withCodeCache(process.env), SERVICE_CLI_BIN: toolbox.service[1] };
  const run = await runProgram(process.execPath, args, { cwd: root, env });
  const took = `${(run.milliseconds / 1000).toFixed(1)} s`;
  return verdict({ root, ...context }, `packed: ${file} (${took})`, run.code === 0 ? undefined : `${run.stdout}${run.stderr}`);
}

async function checkTemplate(context: SectionContext, toolbox: Toolbox, template: (typeof templates)[number]): Promise<SectionResult> {
  const project = join(toolbox.folder, `made-${template}`);
  const steps: readonly Step[] = [
    ['[I2.installable] service new', () => make(toolbox, template)],
    ['npm run typecheck', () => npm(['run', 'typecheck'], project)],
    ['strict typescript-eslint over its sources', () => lintStrictly(context.root, project)],
    ...(template === 'page' ? stepsOfPage(project) : stepsOfServer(project, template)),
  ];
  const results: SectionResult[] = [];
  for (const [title, work] of steps) {
    const problem = await work().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    results.push(verdict(context, `${template}: ${title}`, problem));
    if (problem !== undefined) break; // what follows stands on it
  }
  return addResults(results);
}

type Step = readonly [string, () => Promise<unknown>];

function stepsOfServer(project: string, template: (typeof templates)[number]): readonly Step[] {
  const isLocal = template === 'local';
  return [
    ['service check', () => npm(['run', 'check'], project)],
    ['npm test (starts the server and calls it)', () => npm(['test'], project)],
    ...(isLocal
      ? ([['npm run build, and an archive that is valid', () => validateArchive(project)]] as const)
      : ([
          ['npm run build, and the same specs against the bundle', () => testBundle(project)],
          ['[I14.layouts.commonjs] types are found with module commonjs', () => typeCheckAsCommonJs(project)],
          ['npm test after `service generate tool`', () => testWithAnotherTool(project, template === 'full' ? ['--app', 'notes'] : [])],
        ] as const)),
    ['its packages are copies, not links', () => holdsCopies(project, ['sdk/dist/index.js', 'cli/dist/cli/index.js'])],
  ];
}

const stepsOfPage = (project: string): readonly Step[] => [
  ['npm run build, without a warning', () => buildQuietly(project)],
  ['its packages are copies, not links', () => holdsCopies(project, ['sdk/dist/index.js', 'react/dist/index.js'])],
];

async function buildQuietly(project: string): Promise<void> {
  const { stderr } = await npm(['run', 'build'], project);
  if (/\bwarn|_DIRECTIVE/i.test(stderr)) throw new Error(stderr);
}

/** Two templates are installed by the command itself, as a stranger's are: a page has other packages than the tool. */
async function make(toolbox: Toolbox, template: (typeof templates)[number]): Promise<void> {
  const installs = template === 'basic' || template === 'page';
  const { folder } = await scaffold(toolbox, `made-${template}`, { template, installs });
  if (!installs) await installBeside(toolbox, folder);
}

/** The specs of the template as they are, but for what they start. */
async function testBundle(project: string): Promise<void> {
  await npm(['run', 'build'], project);
  const spec = join(project, 'e2e/server.e2e.spec.ts');
  const started = `{ server: 'node dist/node/${basename(project)}.bundle.js', entryPath: '/mcp' }`;
  writeFileSync(spec.replace('server.', 'built.'), readFileSync(spec, 'utf8').replace("{ server: './src/main.ts' }", started));
  await runInstalled(project, 'service', 'test', 'built');
  rmSync(spec.replace('server.', 'built.'));
}

async function validateArchive(project: string): Promise<void> {
  await npm(['run', 'build'], project);
  await runInstalled(project, 'service', 'mcpb', 'validate', `dist/mcpb/${basename(project)}-0.1.0.mcpb`);
}

/** What our packed declarations give a project is nowhere `any`, unsafe or deprecated. @throws with what is found */
async function lintStrictly(root: string, project: string): Promise<void> {
  const judge = join(root, 'tools/authors');
  const args = [
    join(judge, 'node_modules/eslint/bin/eslint.js'),
    '--config',
    join(judge, 'eslint.config.mjs'),
    '--max-warnings',
    '0',
    'src',
  ];
  const run = await runProgram(process.execPath, args, { cwd: project, env: { ...withCodeCache(process.env), JUDGED_PROJECT: project } });
  if (run.code !== 0) throw new Error(`${run.stdout}${run.stderr}`);
}

/** Settings of older projects, which read no `exports`: every subpath that authors import has its types. */
async function typeCheckAsCommonJs(project: string): Promise<unknown> {
  const compilerOptions = { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0', verbatimModuleSyntax: false };
  writeFileSync(
    join(project, 'tsconfig.commonjs.json'),
    JSON.stringify({ extends: './tsconfig.json', compilerOptions, files: ['subpaths.ts'] }),
  );
  const imported = ['@service/sdk', '@service/sdk/auth-ui', '@service/sdk/options', '@service/sdk/hosts/node', '@service/cli/config'];
  const text = imported.map((name, index) => `export * as part${index} from '${name}';`).join('\n');
  writeFileSync(join(project, 'subpaths.ts'), text);
  const run = await runInstalled(project, 'tsc', '-p', 'tsconfig.commonjs.json');
  for (const name of ['subpaths.ts', 'tsconfig.commonjs.json']) rmSync(join(project, name));
  return run;
}

async function testWithAnotherTool(project: string, flags: readonly string[]): Promise<unknown> {
  await runInstalled(project, 'service', 'generate', 'tool', 'another', ...flags);
  return npm(['test'], project);
}

/** A program that the project has installed; `npm exec` would take a second to find it. @throws with what it printed */
async function runInstalled(project: string, name: string, ...args: readonly string[]): Promise<ProgramRun> {
  const run = await runProgram(join(project, 'node_modules/.bin', name), args, { cwd: project, env: withCodeCache(process.env) });
  if (run.code !== 0)
    throw new Error(`${name} ${args.join(' ')} failed in ${project} (exit code ${run.code}):\n${run.stdout}${run.stderr}`);
  return run;
}

function holdsCopies(project: string, files: readonly string[]): Promise<void> {
  const missing = files.filter((path) => !existsSync(join(project, 'node_modules/@service', path)));
  return missing.length === 0 ? Promise.resolve() : Promise.reject(new Error(`missing in node_modules: ${missing.join(', ')}`));
}

import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('inspect');
test.before.each((context) => {
  Object.assign(context, makeProject());
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

interface Inspected {
  readonly tools: readonly { readonly name: string; readonly tokens: number; readonly place: string }[];
  readonly tokens: { readonly method: string; readonly total: number };
  readonly duplicates: readonly { readonly names: readonly string[] }[];
  readonly missingDescriptions: readonly { readonly kind: string; readonly name: string }[];
  readonly guards: readonly object[];
  readonly refusedNames: readonly string[];
  readonly unusualNames: readonly { readonly kind: string; readonly name: string }[];
  readonly budgets: readonly { readonly key: string; readonly exceeded: boolean }[];
  readonly targets: readonly { readonly features: readonly { readonly because: string }[] }[];
}

/** As an installation puts it there. */
function linkPackage(project: string, name: string): void {
  const link = join(project, 'node_modules/@service', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(fileURLToPath(new URL(`../../../packages/${name}`, import.meta.url)), link);
}

const inspectData = async (project: string): Promise<readonly [number | undefined, Inspected]> => {
  const { code, stdout } = await runCli(['inspect', '--json'], { cwd: project });
  return [code, (JSON.parse(stdout) as { data: Inspected }).data];
};

test('[K6.inspect] --search shows what answers a question, best first, and says when there is no answer', async ({ project }) => {
  const found = await runCli(['inspect', '--search', 'sum up two numbers'], { cwd: project });
  assert.is(found.code, 0);
  assert.match(found.stdout, /^0\.\d\d +tool +add +Adds two numbers\.\s*$/);
  const { stdout } = await runCli(['inspect', '--search', 'numbers', '--json'], { cwd: project });
  const { data } = JSON.parse(stdout) as { data: { question: string; found: readonly { kind: string; name: string }[] } };
  assert.equal([data.question, data.found[0]?.kind, data.found[0]?.name], ['numbers', 'tool', 'add']);
  assert.match((await runCli(['inspect', '--search', 'a pizza'], { cwd: project })).stdout, /^Nothing here answers "a pizza"/);
  const both = await runCli(['inspect', 'add', '--search', 'sum'], { cwd: project });
  assert.equal([both.code, both.stdout], [2, '']);
  assert.match(both.stderr, 'takes the name of a tool or --search, not both');
});

test('[I7.inspect] [I7.inspect.tokens] shows every part with its place, what it costs a model, and why each feature is in', async ({
  project,
}) => {
  const { code, stdout } = await runCli(['inspect'], { cwd: project });
  assert.is(code, 0);
  assert.match(
    stdout,
    /^calculator 0\.1\.0\n\nApps \(1\)\n {2}calc {2}src\/calc\.app\.ts:6 {2}Calculator\n\nTools, and the tokens of each \(1\)\n {2}add {2}5\d {2}Adds two numbers\.\n/,
  );
  assert.match(stdout, /The tool list costs a model 5\d tokens\n {2}method {2}estimate of tokenx/);
  assert.match(stdout, /In the bundle for node, and why: [\d.]+ kB, [\d.]+ kB gzip\n {2}sessions +\S/);
  assert.ok(
    stdout.split('\n').every((line) => line.length <= 80),
    stdout,
  );
  const one = await runCli(['inspect', 'add'], { cwd: project });
  assert.match(one.stdout, /^name +add\n[^]*place +src\/tools\/add\.tool\.ts:4\n[^]*\ninputSchema\n\{/);
  assert.match((await runCli(['inspect', 'ad'], { cwd: project })).stderr, 'Did you mean `add`?');
  const [, data] = await inspectData(project);
  assert.is(data.tools[0]?.place, 'src/tools/add.tool.ts:4');
  assert.is(data.tools[0]?.tokens, data.tokens.total);
  assert.ok(data.targets[0]?.features.every(({ because }) => because !== ''));
});

test('[I7.inspect.guards] names guarded entries, and who decides on each', async ({ project }) => {
  for (const name of ['plugin-approval', 'plugin-feature-flags']) linkPackage(project, name);
  writeFileSync(
    join(project, 'src/main.ts'),
    `import { FeatureFlagPlugin } from '@service/plugin-feature-flags';
import { ApprovalPlugin } from '@service/plugin-approval';
import { Service, tool } from '@service/sdk';
const pay = tool({ name: 'pay', description: 'Pays', approval: { alwaysPrompt: true } })(() => 1);
const free = tool({ name: 'free', description: 'Is free', approval: { required: false } })(() => 1);
const beta = tool({ name: 'beta', description: 'Is new', featureFlag: { key: 'b' } })(() => 1);
@Service({
  info: { name: 'guarded', version: '1.0.0' },
  tools: [pay, free, beta],
  plugins: [
    FeatureFlagPlugin.init({ adapter: 'static', flags: { b: true } }),
    ApprovalPlugin.init({ mode: 'webhook', webhook: { url: 'https://approvals.example.com/requests?key=x' } }),
  ],
})
export class Server {}
`,
  );
  const { code, stderr, stdout } = await runCli(['inspect'], { cwd: project });
  assert.is(code, 0, stderr);
  assert.match(
    stdout,
    /\nGuarded \(2\)\n {2}pay +approval, each call +approvals\.example\.com\/requests \(webhook\)\n {2}beta +featureFlag, b +flags of the adapter static\n/,
  );
  const [, data] = await inspectData(project);
  assert.equal(data.guards[0], {
    kind: 'tool',
    name: 'pay',
    field: 'approval',
    about: 'each call',
    decider: 'approvals.example.com/requests (webhook)',
  });
});

test('[D4.entries.printable-names] names the prompts and resources whose names clients show badly', async ({ project }) => {
  writeFileSync(
    join(project, 'src/tools/more.ts'),
    `import { prompt } from '@service/sdk';\nexport const ask = prompt({ name: 'Résumé (Q3)', description: 'x' })(() => 'x');\nexport const plain = prompt({ name: 'plain', description: 'x' })(() => 'x');\n`,
  );
  editFile(
    join(project, 'src/calc.app.ts'),
    (text) => `import { ask, plain } from './tools/more';\n${text.replace('[ExplainPrompt]', '[ask, plain]')}`,
  );
  const [, data] = await inspectData(project);
  assert.equal(data.unusualNames, [{ kind: 'prompt', name: 'Résumé (Q3)' }]);
  const { stdout } = await runCli(['inspect'], { cwd: project });
  assert.match(stdout, /Names that some clients show badly or offer as no command \(1\)\n {2}prompt {2}Résumé \(Q3\)\n/);
});

test('[I2.4.name-dot] names the tools that hosts refuse', async ({ project }) => {
  editFile(join(project, 'src/tools/add.tool.ts'), (text) => text.replace("name: 'add'", "name: 'calc.add'"));
  const [, data] = await inspectData(project);
  assert.equal(data.refusedNames, ['calc.add']);
  const { stdout } = await runCli(['inspect'], { cwd: project });
  assert.match(stdout, /refuse, and with one of them the whole list \(1\)\n {2}calc\.add\n/);
});

test('[I7.inspect.doubles] names tools with similar names and entries without a description', async ({ project }) => {
  const tool = (name: string, text: string): string =>
    `export const ${name} = tool({ name: '${name}', ${text} inputSchema: { deep: z.object({ inner: z.string() }) } })(() => 'x');\n`;
  writeFileSync(
    join(project, 'src/tools/more.ts'),
    `import { tool } from '@service/sdk';\nimport { z } from 'zod';\n${tool('getNote', "description: 'Reads one note of the person by its id.',")}${tool('fetch', "description: 'By its id, reads one note of the person.',")}${tool('bare', "tags: ['x', 'y'], examples: [{ description: 'Looks deep.', input: { deep: { inner: 'a' } } }],")}`,
  );
  editFile(
    join(project, 'src/calc.app.ts'),
    (text) => `import { bare, fetch, getNote } from './tools/more';\n${text.replace('[AddTool]', '[AddTool, getNote, fetch, bare]')}`,
  );
  const bare = await runCli(['inspect', 'bare'], { cwd: project });
  assert.match(bare.stdout, /\ntags +x, y\n[^]*\nexamples\n[^]*"Looks deep\."/);
  const [code, data] = await inspectData(project);
  assert.is(code, 0);
  assert.equal(
    data.duplicates.map(({ names }) => names),
    [['getNote', 'fetch']],
  );
  assert.equal(data.missingDescriptions.slice(0, 3), [
    { kind: 'tool', name: 'bare' },
    { kind: 'argument', name: 'getNote: deep' },
    { kind: 'argument', name: 'getNote: deep.inner' },
  ]);
});

test('[I7.inspect.budgets] a budget that is exceeded fails the build at its tool, writes nothing, and is exit 5 of inspect', async ({
  project,
}) => {
  const config = join(project, 'service.config.ts');
  editFile(config, (text) => text.replace("name: '", "budgets: { tools: 1, tokens: 500, tokensPerTool: 20 },\n  name: '"));
  const built = await runCli(['build', '--no-check'], { cwd: project });
  assert.equal([built.code, built.stdout], [1, '']);
  assert.match(built.stderr, /src\/tools\/add\.tool\.ts:4:1 error budget-exceeded: budgets\.tokensPerTool is 20, and 'add' has 5\d/);
  assert.not.ok(existsSync(join(project, 'dist')));
  const [code, data] = await inspectData(project);
  assert.is(code, 5);
  assert.equal(
    data.budgets.map(({ key, exceeded }) => [key, exceeded]),
    [
      ['tools', false],
      ['tokens', false],
      ['tokensPerTool', true],
    ],
  );
  editFile(config, (text) => text.replace('tokensPerTool: 20', 'gzipBytes: 1000'));
  const large = await runCli(['build', '--no-check'], { cwd: project });
  assert.is(large.code, 1);
  assert.match(large.stderr, /budgets\.gzipBytes is 1000, and 'node' has \d+/);
  editFile(config, (text) => text.replace('gzipBytes: 1000', 'gzipBytes: 1000000'));
  assert.is((await runCli(['build', '--no-check'], { cwd: project })).code, 0);
});

test.run();

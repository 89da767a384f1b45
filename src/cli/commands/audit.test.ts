import { Ajv2020 } from 'ajv/dist/2020.js';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('audit');
test.before.each((context) => void Object.assign(context, makeProject()));
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const unsafe = fileURLToPath(new URL('../../../fixtures/errors/shell-from-argument/src/main.ts', import.meta.url));
const makeUnsafe = (project: string): void => cpSync(unsafe, join(project, 'src/main.ts'));

interface Report {
  readonly ok: boolean;
  readonly data: { readonly findings: readonly { readonly code: string }[]; readonly accepted: number; readonly stale: number };
}

async function audit(cwd: string, ...args: readonly string[]) {
  const { code, stdout, stderr } = await runCli(['audit', '--json', ...args], { cwd });
  return { code, report: JSON.parse(stdout) as Report, stderr };
}

const text = { type: 'string', minLength: 1 };
const place = { type: 'integer', minimum: 1 };
const offset = { type: 'integer', minimum: 0 };
const exactly = (properties: Readonly<Record<string, object>>, ...optional: readonly string[]): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
  additionalProperties: false,
});
const message = exactly({ text });
const location = exactly({
  physicalLocation: exactly({
    // Relative and escaped, so that a service resolves it against the checkout.
    artifactLocation: exactly({ uri: { type: 'string', pattern: '^[^/\\\\][^ \\\\]*$' } }),
    region: exactly({ startLine: place, startColumn: place, charOffset: offset, charLength: offset }),
  }),
});
const level = { enum: ['none', 'note', 'warning', 'error'] };

/** What SARIF 2.1.0 (sections 3.13 to 3.30) demands of the members that we write; no others are. */
const sarifSchema = exactly({
  $schema: { const: 'https://json.schemastore.org/sarif-2.1.0.json' },
  version: { const: '2.1.0' },
  runs: {
    type: 'array',
    minItems: 1,
    items: exactly({
      tool: exactly({
        driver: exactly({
          name: text,
          version: text,
          rules: {
            type: 'array',
            uniqueItems: true,
            items: exactly({ id: text, shortDescription: message, help: message, defaultConfiguration: exactly({ level }) }),
          },
        }),
      }),
      columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
      results: {
        type: 'array',
        items: exactly(
          {
            ruleId: text,
            ruleIndex: offset,
            level,
            message,
            locations: { type: 'array', items: location },
            relatedLocations: { type: 'array', items: { type: 'object' } },
          },
          'relatedLocations',
        ),
      },
    }),
  },
});

test('[I7.audit] findings fail with exit 5, shown as text, JSON and SARIF', async ({ project }) => {
  makeUnsafe(project);
  const { code, report } = await audit(project);
  assert.is(code, 5);
  assert.equal(report.ok, false);
  const codes = report.data.findings.map((finding) => finding.code);
  assert.is(codes.filter((one) => one === 'shell-from-argument').length, 2);
  const said = await runCli(['audit'], { cwd: project });
  assert.match(said.stderr, /src\/main\.ts:11:10 warning shell-from-argument: /);
  const sarif: unknown = JSON.parse((await runCli(['audit', '--format', 'sarif'], { cwd: project })).stdout);
  const check = new Ajv2020({ allErrors: true }).compile(sarifSchema);
  assert.ok(check(sarif), JSON.stringify(check.errors));
  assert.match(JSON.stringify(sarif), '"ruleId":"shell-from-argument"');
});

test('[I7.audit.build] a build shows the same findings as warnings and still builds', async ({ project }) => {
  makeUnsafe(project);
  const { code, stderr } = await runCli(['build', '--target', 'node', '--no-check'], { cwd: project });
  assert.is(code, 0, stderr);
  assert.match(stderr, /warning shell-from-argument: /);
  assert.not.match(stderr, /unbounded-input/);
});

test('[I7.audit.baseline] accepted findings stay silent, new ones fail, vanished ones are named', async ({ project }) => {
  makeUnsafe(project);
  const written = await runCli(['audit', '--write-baseline'], { cwd: project });
  assert.is(written.code, 0, written.stderr);
  assert.equal((await audit(project)).code, 0);
  // An editor on Windows may have saved the baseline, with its mark in front.
  editFile(join(project, 'service.audit.json'), (text) => `\uFEFF${text}`);
  // Another line above moves everything; the findings are the same.
  editFile(join(project, 'src/main.ts'), (text) => `// moved\n\n${text}`);
  assert.equal((await audit(project)).code, 0);
  editFile(join(project, 'src/main.ts'), (text) => text.replace("name: 'start'", "name: 'launch'"));
  const changed = await audit(project);
  assert.is(changed.code, 5);
  assert.ok(changed.report.data.findings.every(({ code }) => code === 'shell-from-argument' || code === 'unbounded-input'));
  assert.ok(changed.report.data.stale >= 1);
});

test('[I7.audit.baseline] a file that is not a baseline, and secrets, are never accepted', async ({ project }) => {
  makeUnsafe(project);
  writeFileSync(join(project, 'service.audit.json'), '[]');
  assert.is((await audit(project)).code, 2);
  rmSync(join(project, 'service.audit.json'));
  const secret = "sqlite: { path: 'a.db', encryption: { secret: 'hunter2hunter2' } }";
  editFile(join(project, 'src/main.ts'), (text) => text.replace('tools: [', `${secret}, tools: [`));
  const refused = await runCli(['audit', '--write-baseline'], { cwd: project });
  assert.is(refused.code, 5, refused.stderr);
  assert.not.ok(existsSync(join(project, 'service.audit.json')));
  const shown = await runCli(['audit'], { cwd: project });
  assert.is(shown.code, 1);
  assert.not.match(shown.stderr + shown.stdout, /hunter2/);
});

test('[I7.audit.unreadable] sources that cannot be read are not cleared', async ({ project }) => {
  editFile(join(project, 'src/main.ts'), () => 'export class Server {');
  const { code, stderr } = await runCli(['audit'], { cwd: project });
  assert.is(code, 1);
  assert.match(stderr, /syntax-error/);
  assert.not.match(readFileSync(join(project, 'src/main.ts'), 'utf8'), /@Service/);
});

test('[foreign.no-evaluate] --no-evaluate runs no code of the project and still reports what the sources show', async ({ project }) => {
  makeUnsafe(project);
  editFile(join(project, 'src/main.ts'), (text) => `${text}\nthrow new Error('evaluated');\n`);
  const config = readdirSync(project).find((name) => name.startsWith('service.config.')) ?? '';
  editFile(join(project, config), () => "throw new Error('loaded');\n");
  const { report } = await audit(project, '--no-evaluate');
  assert.ok(report.data.findings.some(({ code }) => code === 'shell-from-argument'));
  const { stderr, stdout } = await runCli(['audit', '--no-evaluate'], { cwd: project });
  assert.match(stdout, 'Nothing was evaluated');
  assert.not.match(stdout + stderr, /evaluated'|loaded/);
});

test.run();

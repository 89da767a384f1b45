import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editFile, makeProject } from '../project-fixture.ts';
import { runCli } from '../run-cli.ts';

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

test('[I7.audit] findings fail with exit 5, shown as text, JSON and SARIF', async ({ project }) => {
  makeUnsafe(project);
  const { code, report } = await audit(project);
  assert.is(code, 5);
  assert.equal(report.ok, false);
  const codes = report.data.findings.map((finding) => finding.code);
  assert.is(codes.filter((one) => one === 'shell-from-argument').length, 2);
  const text = await runCli(['audit'], { cwd: project });
  assert.match(text.stderr, /src\/main\.ts:11:10 warning shell-from-argument: /);
  const sarif = JSON.parse((await runCli(['audit', '--format', 'sarif'], { cwd: project })).stdout) as {
    runs: { results: { ruleId: string }[] }[];
  };
  assert.ok(sarif.runs[0]?.results.some(({ ruleId }) => ruleId === 'shell-from-argument'));
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
  // Another line above moves everything; the findings are the same.
  editFile(join(project, 'src/main.ts'), (text) => `// moved\n\n${text}`);
  assert.equal((await audit(project)).code, 0);
  editFile(join(project, 'src/main.ts'), (text) => text.replace("name: 'start'", "name: 'launch'"));
  const changed = await audit(project);
  assert.is(changed.code, 5);
  assert.ok(changed.report.data.findings.every(({ code }) => code === 'shell-from-argument' || code === 'unbounded-input'));
  assert.ok(changed.report.data.stale >= 1);
});

test('[I7.audit.baseline] a file that is no baseline, and a secret, are never accepted', async ({ project }) => {
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

test.run();

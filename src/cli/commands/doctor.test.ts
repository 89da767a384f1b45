import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editFile, freePort, makeProject } from '../project-fixture.ts';
import { runCli } from '../run-cli.ts';

const test = suite<{ root: string; project: string }>('doctor');
test.before.each(async (context) => {
  Object.assign(context, makeProject());
  renameSync(join(context.project, '_gitignore'), join(context.project, '.gitignore'));
  const port = String(await freePort());
  editFile(join(context.project, 'service.config.ts'), (text) => text.replace('3000', port));
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

interface Report {
  readonly ok: boolean;
  readonly data: {
    readonly checks: readonly { readonly name: string; readonly status: string; readonly says: string; readonly fix?: string }[];
    readonly fixed: readonly string[];
  };
}

async function examine(cwd: string, options: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {}) {
  const { code, stdout } = await runCli(['doctor', '--json', ...(options.args ?? [])], {
    cwd,
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  const report = JSON.parse(stdout) as Report;
  return { code, report, of: (name: string) => report.data.checks.filter((check) => check.name === name) };
}

test('[I7.doctor] a healthy project passes every check, exit 0', async ({ project }) => {
  const { code, stdout, stderr } = await runCli(['doctor'], { cwd: project });
  assert.is(code, 0, stdout + stderr);
  for (const name of ['config', 'node', 'npm', 'sdk', 'zod', 'tsconfig', 'sources', 'output', 'gitignore', 'port'])
    assert.match(stdout, new RegExp(`^pass {2}${name} `, 'm'));
  assert.match(stdout, /\n\d+ pass, 0 warn, 0 fail$/);
});

test('[I7.doctor.fails] what is broken is named with a fix, exit 5; secrets are measured and never shown', async ({ project }) => {
  rmSync(join(project, 'node_modules/@service'), { recursive: true });
  editFile(join(project, 'src/main.ts'), () => 'export class Server {');
  const { code, report, of } = await examine(project, { env: { JWT_SECRET: 'hunter22' } });
  assert.equal([code, report.ok], [5, false]);
  for (const name of ['sdk', 'sources', 'secrets']) assert.is(of(name)[0]?.status, 'fail', name);
  assert.match(of('sources')[0]?.says ?? '', /^src\/main\.ts:1: /);
  for (const check of report.data.checks) assert.is(check.status === 'pass', check.fix === undefined, check.name);
  assert.not.match(JSON.stringify(report), /hunter22/);
});

test('[I7.doctor.config] a config that cannot be read, and no project at all, are findings; the machine is still examined', async ({
  project,
}) => {
  editFile(join(project, 'service.config.ts'), (text) => text.replace('entry:', 'entri:'));
  const broken = await examine(project);
  assert.is(broken.code, 5);
  assert.match(broken.of('config')[0]?.fix ?? '', /Did you mean `entry`\?/);
  assert.is(broken.of('node')[0]?.status, 'pass');
  const empty = mkdtempSync(join(tmpdir(), 'service-doctor-'));
  const none = await examine(empty);
  assert.is(none.code, 5);
  assert.match(none.of('config')[0]?.says ?? '', /is not a project/);
  rmSync(empty, { recursive: true });
});

test('[I7.doctor.fix] --fix adds a missing tsconfig and ignore lines, and nothing else', async ({ project }) => {
  rmSync(join(project, 'tsconfig.json'));
  writeFileSync(join(project, '.gitignore'), 'mine\n');
  const before = await examine(project);
  assert.equal([before.code, before.of('tsconfig')[0]?.status, before.of('gitignore')[0]?.status], [0, 'warn', 'warn']);
  assert.not.ok(existsSync(join(project, 'tsconfig.json')));
  const after = await examine(project, { args: ['--fix'] });
  assert.equal(after.report.data.fixed, ['tsconfig.json', '.gitignore']);
  assert.equal([after.of('tsconfig')[0]?.status, after.of('gitignore')[0]?.status], ['pass', 'pass']);
  assert.match(readFileSync(join(project, '.gitignore'), 'utf8'), /^mine\nnode_modules\//);
});

test.run();

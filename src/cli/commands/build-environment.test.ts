import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('build environment');
test.before.each((context) => {
  Object.assign(context, makeProject());
});
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const parsing = `import { z } from 'zod';
export const settings = z.object({ DATABASE_URL: z.url() }).parse(process.env);
`;

const check = (project: string, env: Readonly<Record<string, string>> = {}) =>
  runCli(['check', '--no-types', '--json'], { cwd: project, env });

function addConfig(project: string, text: string): void {
  const config = readdirSync(project).find((name) => name.startsWith('service.config.')) ?? '';
  editFile(join(project, config), (before) => before.replace(/name: /, `${text}, name: `));
}

test('[environment.build] [environment.told] a module that parses process.env needs its variable named, or in .env', async ({
  project,
}) => {
  writeFileSync(join(project, 'src/settings.ts'), parsing);
  editFile(join(project, 'src/main.ts'), (text) => `import './settings.ts';\n${text}`);
  const url = { DATABASE_URL: 'https://db.example' };
  const unnamed = await check(project, url);
  assert.is(unnamed.code, 1);
  assert.match(unnamed.stdout + unnamed.stderr, 'DATABASE_URL is read here and is not set at build: name it in `build.env` of the config');
  assert.match(unnamed.stdout, '"file":"src/settings.ts"');
  addConfig(project, "build: { env: ['DATABASE_URL'] }");
  const named = await check(project, url);
  assert.is(named.code, 0, named.stdout + named.stderr);
  assert.match(named.stdout, '"environment":[{"name":"DATABASE_URL","isSet":true,"file":"src/settings.ts","line":2}]');
  assert.is((await check(project)).code, 1, 'named and not set');
  writeFileSync(join(project, '.env'), 'DATABASE_URL=https://file.example\n');
  assert.is((await check(project)).code, 0);
});

test('[environment.told] an option that is empty because its variable has no value is reported with the ways to set it', async ({
  project,
}) => {
  const auth = "auth: { mode: 'remote', provider: process.env['IDP_ISSUER']!, clientId: 'calc' }";
  editFile(join(project, 'src/main.ts'), (text) => text.replace('@Service({', `@Service({ ${auth},`));
  const { code, stdout } = await check(project);
  assert.is(code, 1);
  assert.match(stdout, 'needs provider, the URL of the identity provider');
  assert.match(stdout, 'IDP_ISSUER is read here and is not set at build: name it in `build.env` of the config, set it in .env');
});

test('[environment.build] env.shared reaches the definitions, and unnamed variables do not', async ({ project }) => {
  const source = "if (process.env.SHARED !== 'yes' || process.env.SHELL_SECRET !== undefined) throw new Error('wrong');\n";
  editFile(join(project, 'src/main.ts'), (text) => source + text);
  addConfig(project, "env: { shared: { SHARED: 'yes' } }");
  const { code, stderr, stdout } = await check(project, { SHELL_SECRET: 'hunter2' });
  assert.is(code, 0, stdout + stderr);
});

test.run();

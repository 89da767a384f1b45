import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeProject } from '../../../test/support/cli/project-fixture.ts';
import { basicBudgets } from '../../../test/support/fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ root: string; project: string }>('build: serverless targets');
test.before.each((context) => void Object.assign(context, makeProject()));
test.after.each(({ root }) => rmSync(root, { recursive: true, force: true }));

const both = ['build', '--no-check', '--target', 'serverless_a', '--target', 'serverless_b'];

test('[S4.3.serverless-a] [serverless.size] both targets are built, proved and reported; a second build changes nothing', async ({
  project,
}) => {
  const { code, stdout, stderr } = await runCli([...both, '--json'], { cwd: project });
  assert.is(code, 0, stderr);
  const { data } = JSON.parse(stdout) as { data: { outputs: readonly Record<string, unknown>[] } };
  const [first, second] = data.outputs;
  assert.is(first?.['file'], join(project, '.vercel/output/functions/index.func/index.js'));
  assert.is(second?.['file'], join(project, 'dist/serverless_b/handler.cjs'));
  for (const output of data.outputs) {
    assert.ok(Number(output['gzipBytes']) <= basicBudgets.serverless_a, String(output['gzipBytes']));
    assert.type(output['firstAnswerMilliseconds'], 'number');
  }
  const maps = data.outputs.flatMap(({ sourceMaps }) => sourceMaps as { path: string }[]);
  assert.equal(
    maps.map(({ path }) => path),
    ['functions/index.func/index.js.map', 'handler.cjs.map'],
  );
  const again = await runCli(both, { cwd: project });
  assert.is(again.stdout.match(/unchanged/g)?.length, 2, again.stdout);
});

test('[S4.3.serverless-a.folder] the output lies where the platform looks, or below --out-dir; foreign files stop the build', async ({
  project,
}) => {
  const output = join(project, '.vercel/output');
  mkdirSync(output, { recursive: true });
  // What `vercel build` has written when it runs the build command.
  writeFileSync(join(output, 'builds.json'), '{}');
  const own = '{ "regions": ["fra1"] }\n';
  writeFileSync(join(project, 'vercel.json'), own);
  const built = await runCli(both, { cwd: project });
  assert.is(built.code, 0, built.stderr);
  assert.not.ok(existsSync(join(output, 'builds.json')));
  assert.is(readFileSync(join(project, 'vercel.json'), 'utf8'), own);

  writeFileSync(join(output, 'notes.txt'), 'of the user');
  const refused = await runCli([...both, '--force'], { cwd: project });
  assert.is(refused.code, 6);
  assert.match(refused.stderr, /output-foreign-files: .*\.vercel\/output holds files that no build wrote: notes\.txt/);

  const elsewhere = await runCli([...both, '--out-dir', 'out'], { cwd: project });
  assert.is(elsewhere.code, 0, elsewhere.stderr);
  for (const path of ['serverless_a/.vercel/output/config.json', 'serverless_b/handler.cjs'])
    assert.ok(existsSync(join(project, 'out', path)));
});

test('[serverless.body-limits] what the platform cannot do is said at build, and a vercel.json that is no JSON', async ({ project }) => {
  const main = join(project, 'src/main.ts');
  const source = readFileSync(main, 'utf8');
  writeFileSync(
    main,
    source.replace('  apps: [', "  http: { bodyLimit: '8mb', urlencodedLimit: '1mb' },\n  auth: { mode: 'local' },\n  apps: ["),
  );
  writeFileSync(join(project, 'vercel.json'), '{ "buildCommand": }\n');
  const { code, stderr } = await runCli(both, { cwd: project });
  assert.is(code, 0, stderr);
  for (const [target, bytes] of [
    ['serverless_a', '4500000'],
    ['serverless_b', '6291456'],
  ] as const) {
    assert.match(
      stderr,
      `\`http.bodyLimit\` of @Service has no effect here: the platform of the target ${target} refuses bodies of more than ${bytes} bytes`,
    );
    assert.match(stderr, `auth keeps sign-ins and tokens in memory, and instances on ${target} come and go`);
  }
  assert.not.match(stderr, '`http.urlencodedLimit`');
  assert.match(stderr, /vercel\.json:1:19 warning platform-file-invalid: vercel\.json cannot be read: Invalid JSON/);

  writeFileSync(main, source.replace('  apps: [', "  sqlite: { path: 'state.db' },\n  apps: ["));
  const refused = await runCli(both, { cwd: project });
  assert.is(refused.code, 1);
  assert.match(refused.stderr, /\[--target serverless_a\] config incompatible with .*sqlite/);
});

test('[S4.3.serverless-a] doctor asks for .vercel in .gitignore, and adds it; inspect and check know both targets', async ({ project }) => {
  const config = join(project, 'service.config.ts');
  const deployments =
    "deployments: [{ target: 'serverless_a', env: { A: 'b' } }, { target: 'serverless_b', server: { http: { entryPath: '/api' } } }]";
  writeFileSync(config, readFileSync(config, 'utf8').replace("deployments: [{ target: 'node' }]", deployments));
  writeFileSync(join(project, '.gitignore'), readFileSync(join(project, '_gitignore'), 'utf8'));
  const warned = await runCli(['doctor'], { cwd: project });
  assert.match(warned.stdout, /warn +gitignore/);
  const fixed = await runCli(['doctor', '--fix'], { cwd: project });
  assert.match(fixed.stdout, /pass +gitignore/);
  assert.match(readFileSync(join(project, '.gitignore'), 'utf8'), /^\.vercel\/$/m);
  const inspected = await runCli(['inspect', '--json'], { cwd: project });
  assert.is(inspected.code, 0, inspected.stderr);
  assert.match(inspected.stdout, /"target":"serverless_a"[^]*"target":"serverless_b"/);
  const checked = await runCli(['check', '--no-types'], { cwd: project });
  assert.is(checked.code, 0, checked.stderr);
});

test.run();

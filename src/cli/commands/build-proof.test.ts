import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

interface Built {
  readonly target: string;
  readonly firstAnswerMilliseconds: number | null;
  readonly tokens: number;
  readonly heaviest: readonly { readonly name: string; readonly bytes: number; readonly importedBy: readonly string[] }[];
  readonly features: readonly { readonly because: string }[];
  readonly sha256: string;
  readonly gzipBytes: number;
}

interface Bill {
  readonly bomFormat: string;
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly hashes: readonly { readonly content: string }[] } };
  readonly components: readonly { readonly purl: string; readonly licenses: readonly unknown[] }[];
}

const test = suite<{ root: string; project: string }>('build: report and proof');
test.before((context) => {
  Object.assign(context, makeProject());
});
test.after(({ root }) => rmSync(root, { recursive: true, force: true }));

test('[build.report] [build.proof] each target reports its contents and its time to the first answer, with its bill of materials', async ({
  project,
}) => {
  const { code, stderr, stdout } = await runCli(['build', '--target', 'node,worker,mcpb', '--no-check', '--json'], { cwd: project });
  assert.is(code, 0, stderr);
  const { data } = JSON.parse(stdout) as { data: { outputs: readonly Built[] } };
  assert.equal(
    data.outputs.map(({ target }) => target),
    ['node', 'worker', 'mcpb'],
  );
  for (const one of data.outputs) {
    assert.ok((one.firstAnswerMilliseconds ?? 0) > 0, `${one.target} was not started`);
    assert.ok(one.tokens > 0 && one.gzipBytes > 0 && one.sha256.length === 64);
    assert.is(one.heaviest.length, 5);
    assert.ok(one.heaviest.every(({ bytes, importedBy, name }) => bytes > 0 && importedBy.length > 0 && !name.includes(project)));
    assert.ok(one.features.every(({ because }) => because !== ''));
    const folder = join(project, 'dist', one.target);
    const bill = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as Bill;
    assert.match(bill.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.is(bill.bomFormat, 'CycloneDX');
    assert.match(bill.components[0]?.purl ?? '', /^pkg:npm\/%40service\/sdk@/);
    if (one.target === 'node') assert.is(bill.metadata.component.hashes[0]?.content, one.sha256);
    assert.match(readFileSync(join(folder, 'licenses.txt'), 'utf8'), /^Packages in template-basic 0\.1\.0 [^]*@service\/sdk \d/);
  }
});

test('[build.once] definitions are evaluated once for all targets, and once more for a deployment with variables of its own', async ({
  project,
}) => {
  const [config, main] = ['service.config.ts', 'src/main.ts'].map((path) => join(project, path)) as [string, string];
  const before = [config, main].map((path) => readFileSync(path, 'utf8'));
  // The one folder that an evaluating process may write to.
  const counted = join(project, 'node_modules/.cache/service/evaluations');
  mkdirSync(join(counted, '..'), { recursive: true });
  editFile(main, (text) => `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(counted)}, 'x');\n${text}`);
  const row = (target: string, more = ''): string => `{ target: '${target}'${more} }`;
  const deployments = [row('node'), row('serverless_a'), row('serverless_b'), row('mcpb', ", env: { SHOP: 'south' }")];
  editFile(config, (text) => text.replace("{ target: 'node' }", deployments.join(', ')));
  const built = await runCli(['build', '--no-check', '--no-prove', '--json', '--out-dir', 'once'], { cwd: project });
  for (const [at, path] of [config, main].entries()) writeFileSync(path, before[at] ?? '');
  assert.is(built.code, 0, built.stderr + built.stdout);
  const { data } = JSON.parse(built.stdout) as { data: { outputs: readonly Built[] } };
  assert.is(data.outputs.length, deployments.length);
  assert.is(readFileSync(counted, 'utf8'), 'xx');
});

test('[build.proof] [build.left] a build that does not answer is an error and is not written; --no-prove does not start it', async ({
  project,
}) => {
  const main = join(project, 'src/main.ts');
  const before = readFileSync(main, 'utf8');
  const failing = (condition: string, text: string): void =>
    editFile(main, (all) => `${all}\nif (${condition}) throw new TypeError(${JSON.stringify(text)});\n`);
  failing("process.env['SERVICE_STDIO'] === '1'", 'broken here');
  const out = ['--no-check', '--out-dir', 'proof'];
  const broken = await runCli(['build', ...out], { cwd: project });
  assert.equal([broken.code, existsSync(join(project, 'proof'))], [1, false]);
  assert.match(
    broken.stderr,
    /start-failed[^]*does not answer: template-basic: TypeError: broken here\. Nothing was written[^]*--no-prove/,
  );
  const several = ['build', '--no-check', '--target', 'node,worker,mcpb'];
  assert.match((await runCli(several, { cwd: project })).stdout, /^Not built after node failed: worker, mcpb$/m);
  const { data } = JSON.parse((await runCli([...several, '--json'], { cwd: project })).stdout) as { data: { notBuilt: unknown } };
  assert.equal(data.notBuilt, ['worker', 'mcpb']);
  const skipped = await runCli(['build', ...out, '--no-prove'], { cwd: project });
  assert.is(skipped.code, 0, skipped.stderr);
  assert.not.match(skipped.stdout, 'first answer');
  // It was never started, so it is no unchanged build for one that starts it.
  assert.is((await runCli(['build', ...out], { cwd: project })).code, 1);

  writeFileSync(main, before);
  failing("process.env['SERVICE_STDIO'] === '1' && process.env['API_KEY'] === undefined", 'Set API_KEY');
  const lacking = await runCli(['build', ...out], { cwd: project });
  assert.is(lacking.code, 0, lacking.stderr);
  assert.match(lacking.stderr, /warning start-not-proved[^]*TypeError: Set API_KEY[^]*builds without the check\.$/m);
  writeFileSync(join(project, '.env'), 'API_KEY=1\n');
  assert.match((await runCli(['build', ...out], { cwd: project })).stdout, /first answer \d+ ms/);
});

test('[build.proof] values of .env are no arguments of the process that is started', async ({ project }) => {
  const main = join(project, 'src/main.ts');
  const before = readFileSync(main, 'utf8');
  writeFileSync(join(project, '.env'), 'API_KEY=seen-by-nobody\n');
  editFile(main, (all) => `${all}\nif (process.argv.join().includes('seen-by-' + 'nobody')) throw new TypeError('on the command line');\n`);
  const { code, stderr, stdout } = await runCli(['build', '--target', 'worker', '--no-check', '--out-dir', 'secret'], { cwd: project });
  writeFileSync(main, before);
  rmSync(join(project, '.env'));
  assert.is(code, 0, stderr);
  assert.match(stdout, /first answer \d+ ms/);
});

test('[build.proof] a worker whose state is in Durable Objects, and a function without its store, are built: this machine lacks both', async ({
  project,
}) => {
  const main = join(project, 'src/main.ts');
  const before = readFileSync(main, 'utf8');
  rmSync(join(project, 'wrangler.toml'), { force: true });
  editFile(main, (all) => all.replace('@Service({', "@Service({ redis: { provider: 'durable-object' },"));
  const bound = await runCli(['build', '--target', 'worker', '--no-check'], { cwd: project });
  writeFileSync(main, before);
  editFile(main, (all) => all.replace('@Service({', "@Service({ redis: { url: 'redis://127.0.0.1:1' },"));
  const away = await runCli(['build', '--target', 'serverless_b', '--no-check'], { cwd: project });
  writeFileSync(main, before);
  assert.is(bound.code, 0, bound.stderr);
  assert.match(bound.stderr, /start-not-proved[^]*only its platform has the binding SERVICE_STORE\n/);
  assert.match(readFileSync(join(project, 'wrangler.toml'), 'utf8'), 'SERVICE_STORE');
  rmSync(join(project, 'wrangler.toml'));
  assert.is(away.code, 0, away.stderr);
  assert.match(away.stderr, /start-not-proved[^]*StorageConnectionError: Failed to connect to Redis/);
});

test('[I16.start.proof] a server that its sources start when they want, or hand to a listener of their own, is built without a start', async ({
  project,
}) => {
  const main = join(project, 'src/main.ts');
  const before = readFileSync(main, 'utf8');
  const exported = /export (?:default )?class (\w+)/.exec(before)?.[1] ?? '';
  editFile(main, (all) => `import { createHandler } from '@service/sdk';\n${all}\nvoid createHandler(${exported});\n`);
  const { code, stderr } = await runCli(['build', '--no-check', '--out-dir', 'later'], { cwd: project });
  writeFileSync(main, before);
  assert.is(code, 0, stderr);
  assert.match(stderr, /start-not-proved[^]*its sources say when it starts/);
});

test.run();

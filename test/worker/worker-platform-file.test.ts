/* The file that the tools of the worker platform read. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findUnchanged, writeOutput } from '../../src/compiler/index.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { build, copyFixture, requestOf } from '../support/compile.ts';
import { modernRequest } from '../support/wire-client.ts';
import { testSecret } from '../support/sign-in-project.ts';

const mainWith = (auth: string): string => `
import { Service, tool } from '@service/sdk';
const ping = tool({ name: 'ping', description: 'Answers pong.' })(() => 'pong');
@Service({ info: { name: 'edge', version: '1.0.0' }, tools: [ping], transport: { protocol: 'stateless-api' }${auth} })
export default class Server {}
`;

const projects: { remove(): void }[] = [];
test.after(() => projects.forEach((project) => project.remove()));

function projectWith(auth: string): string {
  const project = copyFixture('local-auth', { 'src/main.ts': mainWith(auth), 'src/options.ts': 'export {};\n' });
  projects.push(project);
  return project.root;
}

/** Builds into `dist/worker` and gives the codes of the findings. */
async function buildIn(root: string, name = 'edge'): Promise<readonly string[]> {
  const request = requestOf(root, name);
  const result = await build(request, workerTarget);
  await writeOutput(request, result, join(root, 'dist', 'worker'));
  return result.diagnostics.map(({ code }) => code);
}

test('[R24.platform-flag] a server that fetches what others name is written down as one that reaches public addresses only', async () => {
  const root = projectWith(", auth: { mode: 'local', dcr: { enabled: true } }");
  await buildIn(root, '@acme/Edge_Server');
  assert.is(
    readFileSync(join(root, 'wrangler.toml'), 'utf8'),
    [
      '# Written by `service build` because the project had none. It is yours: no build changes it.',
      '# Secrets are set apart from it: wrangler secret put JWT_SECRET',
      'name = "acme-edge-server"',
      'main = "dist/worker/index.js"',
      'compatibility_date = "2024-11-11"',
      'compatibility_flags = ["nodejs_compat", "nodejs_compat_populate_process_env", "global_fetch_strictly_public"]',
      '',
    ].join('\n'),
  );
  const worker = await bootWorker({
    bundle: join(root, 'dist/worker/index.js'),
    vars: { JWT_SECRET: testSecret },
    flags: ['nodejs_compat', 'nodejs_compat_populate_process_env', 'global_fetch_strictly_public'],
  });
  assert.is((await fetch(`${worker.origin}/.well-known/oauth-authorization-server`)).status, 200);
  await worker.stop();
});

test('[R24.platform-flag] a server that fetches nothing has no need of the flag', async () => {
  const root = projectWith('');
  await buildIn(root);
  const text = readFileSync(join(root, 'wrangler.toml'), 'utf8');
  assert.match(text, 'compatibility_flags = ["nodejs_compat", "nodejs_compat_populate_process_env"]\n');
  assert.not.match(text, 'secret');
});

test("[R24.platform-flag] the project's own file is never changed, and missing settings are named until they are there", async () => {
  const root = projectWith(", auth: { mode: 'local' }");
  const own = '{ "name": "mine" /* by hand */ }\n';
  writeFileSync(join(root, 'wrangler.jsonc'), own);
  assert.ok((await buildIn(root)).includes('platform-flag-missing'));
  assert.is(readFileSync(join(root, 'wrangler.jsonc'), 'utf8'), own);
  assert.not.ok(existsSync(join(root, 'wrangler.toml')));
  const folder = join(root, 'dist', 'worker');
  assert.ok(await findUnchanged(requestOf(root, 'edge'), workerTarget, folder), 'nothing has changed');
  writeFileSync(join(root, 'wrangler.jsonc'), '{ "name": "mine", "compatibility_flags": ["global_fetch_strictly_public"] }\n');
  assert.is(await findUnchanged(requestOf(root, 'edge'), workerTarget, folder), undefined, 'the file is an input');
  assert.not.ok((await buildIn(root)).includes('platform-flag-missing'));
});

test('[S4.2.wrangler] variables of the config reach the worker through the file that is written', async () => {
  const root = projectWith('');
  writeFileSync(join(root, 'src/main.ts'), mainWith('').replace("() => 'pong'", "() => process.env['PONG'] ?? 'none'"));
  const folder = join(root, 'dist', 'worker');
  const platform = { name: 'ponger', compatibilityDate: '2025-06-01', compatibilityFlags: ['no_handle_cross_request_promise_resolution'] };
  const request = requestOf(root, 'edge', { folder, platform: { ...platform, vars: { PONG: 'from the config' } } });
  const result = await build(request, workerTarget);
  assert.equal(result.diagnostics, []);
  await writeOutput(request, result, folder);
  const {
    compatibility_date: date,
    compatibility_flags: flags,
    main,
    name,
    vars,
  } = JSON.parse(JSON.stringify(parse(readFileSync(join(root, 'wrangler.toml'), 'utf8')))) as {
    compatibility_date: string;
    compatibility_flags: string[];
    main: string;
    name: string;
    vars: Record<string, string>;
  };
  assert.equal([name, date], ['ponger', '2025-06-01']);
  const worker = await bootWorker({ bundle: join(root, main), vars, date, flags });
  const call = modernRequest('tools/call', { name: 'ping', arguments: {} });
  assert.match(await (await fetch(`${worker.origin}/mcp`, { method: 'POST', ...call })).text(), 'from the config');
  await worker.stop();
  writeFileSync(join(root, 'wrangler.toml'), readFileSync(join(root, 'wrangler.toml'), 'utf8').replace('from the config', 'from the file'));
  assert.is(await findUnchanged(request, workerTarget, folder), undefined);
  const [finding, ...others] = (await build(request, workerTarget)).diagnostics;
  assert.equal([finding?.code, finding?.span?.file, finding?.span?.line, others.length], ['platform-setting-wrong', 'wrangler.toml', 7, 0]);
});

test("[environment.platform-file] a project's own file that leaves process.env empty is named, as workerd shows it to be", async () => {
  const root = projectWith('');
  const reading = mainWith('').replace("() => 'pong'", "() => process.env['PONG'] ?? 'none'");
  writeFileSync(join(root, 'src/main.ts'), reading);
  for (const { date, flags } of [
    { date: '2024-11-11', flags: ['nodejs_compat'] },
    { date: '2024-11-11', flags: ['nodejs_compat', 'nodejs_compat_populate_process_env'] },
    { date: '2025-03-31', flags: ['nodejs_compat'] },
    { date: '2025-04-01', flags: ['nodejs_compat'] },
    { date: '2025-04-01', flags: ['nodejs_compat', 'nodejs_compat_do_not_populate_process_env'] },
  ]) {
    writeFileSync(join(root, 'wrangler.json'), JSON.stringify({ name: 'edge', compatibility_date: date, compatibility_flags: flags }));
    const isNamed = (await buildIn(root)).includes('platform-environment-empty');
    const worker = await bootWorker({ bundle: join(root, 'dist/worker/index.js'), vars: { PONG: 'filled' }, date, flags });
    const call = modernRequest('tools/call', { name: 'ping', arguments: {} });
    const answer = await (await fetch(`${worker.origin}/mcp`, { method: 'POST', ...call })).text();
    await worker.stop();
    assert.match(answer, isNamed ? 'none' : 'filled', `${date} ${flags.join(' ')}`);
  }
  writeFileSync(join(root, 'wrangler.json'), '{ "name": "edge" }');
  assert.ok((await buildIn(root)).includes('platform-environment-empty'), 'without a date');
  writeFileSync(join(root, 'src/main.ts'), mainWith(''));
  assert.not.ok((await buildIn(root)).includes('platform-environment-empty'), 'a server that reads nothing lacks nothing');
});

test('[I6.diagnostics.secret] a template of variables has to name JWT_SECRET; a line that is commented out does', async () => {
  const root = projectWith(", auth: { mode: 'local' }");
  assert.ok((await buildIn(root)).includes('secret-undocumented'), 'without a template nobody is told');
  writeFileSync(join(root, '.env.sample'), 'PORT=3000\nNOT_JWT_SECRET=1\n');
  assert.is(
    await findUnchanged(requestOf(root, 'edge'), workerTarget, join(root, 'dist', 'worker')),
    undefined,
    'the template is an input',
  );
  assert.ok((await buildIn(root)).includes('secret-undocumented'));
  writeFileSync(join(root, '.env.sample'), 'PORT=3000\n# JWT_SECRET=\n');
  assert.not.ok((await buildIn(root)).includes('secret-undocumented'));
  rmSync(join(root, '.env.sample'));
  writeFileSync(join(root, 'src/main.ts'), mainWith(''));
  assert.not.ok((await buildIn(root)).includes('secret-undocumented'), 'a server that signs nothing needs no secret');
});

test.run();

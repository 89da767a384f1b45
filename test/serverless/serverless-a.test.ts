/* The prebuilt output under a runner of ours that obeys its files; its routes are judged by the platform's own package. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serverlessATarget } from '../../src/targets/serverless_a.ts';
import { bootOutput, type OutputBoot } from '../support/boot/output.ts';
import { answersEverything, buildFunction, signInto, type FunctionProject } from '../support/functions/project.ts';
import { testSecret } from '../support/sign-in-project.ts';
import { send, sendRaw } from '../support/wire-client.ts';

interface Context {
  readonly project: FunctionProject;
  readonly folder: string;
  readonly booted: OutputBoot;
}
const test = suite<Context>('serverless_a');
const judges = createRequire(join(import.meta.dirname, '../../tools/judges/package.json'));
const variables = { JWT_SECRET: testSecret, MCP_SESSION_SECRET: testSecret, SERVICE_LOG_LEVEL: 'warn' };

test.before(async (context) => {
  const project = await buildFunction(serverlessATarget, '.vercel/output');
  const folder = join(project.root, '.vercel/output');
  Object.assign(context, { project, folder, booted: await bootOutput(folder, variables) });
});
test.after(async ({ booted, project }) => {
  await booted.stop();
  project.remove();
});

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

test('[S4.3.serverless-a] a build is config.json and one function, which answers every path; vercel.json is written beside it', ({
  folder,
  project,
}) => {
  assert.equal(readdirSync(folder).sort(), ['config.json', 'contract.json', 'functions', 'licenses.txt', 'sbom.cdx.json']);
  const files = readdirSync(join(folder, 'functions/index.func')).sort();
  assert.equal(files, ['.vc-config.json', 'index.js', 'index.js.map', 'package.json']);
  assert.equal(readJson(folder, 'functions/index.func/.vc-config.json'), {
    runtime: 'nodejs24.x',
    handler: 'index.js',
    launcherType: 'Nodejs',
    shouldAddHelpers: false,
    supportsResponseStreaming: true,
    supportsCancellation: true,
  });
  assert.equal(readJson(project.root, 'vercel.json'), { buildCommand: 'npx --no service build --target serverless_a', framework: null });
  assert.ok(project.warnings.includes('sign-in-in-memory'), project.warnings.join());
});

test('[S4.3.serverless-a.routes] the routes are accepted by the package of the platform', ({ folder }) => {
  const { normalizeRoutes } = judges('@vercel/routing-utils') as { normalizeRoutes: (routes: unknown) => { readonly error: unknown } };
  const { routes } = readJson(folder, 'config.json') as { readonly routes: unknown };
  assert.is(normalizeRoutes(routes).error, null);
  assert.is.not(normalizeRoutes([{ src: '/(' }]).error, null);
});

test('[serverless.gateways] on serverless_a: sign-in, bytes, cookies, queries and streams', async ({ booted }) => {
  await answersEverything(await signInto(booted.port), { cookies: 2 });
});

test('[serverless.stream] a stream arrives while it is made, and a client that leaves ends its call', async ({ booted }) => {
  const client = await signInto(booted.port);
  const stream = await client.open('wait');
  assert.match(JSON.stringify(await stream.next()), '"progress":1');
  stream.close();
  await booted.until('CALL ENDED');
});

test('[serverless.body-limits] a body above the limit of the server is 413 from the server, and the next request is answered', async ({
  booted: { port },
}) => {
  const headers = { host: `localhost:${port}`, 'content-type': 'application/json' };
  const refused = await send({ port, path: '/echo', headers, body: Buffer.alloc(4_300_000, 0x20) });
  assert.is(refused.status, 413);
  assert.not.match(refused.text, 'FUNCTION_PAYLOAD_TOO_LARGE');
  assert.is((await send({ port, method: 'GET', path: '/healthz', headers: { host: headers.host } })).status, 200);
});

test('[serverless.malformed] a target that names another host, and a host that is none, are 400 from the server', async ({
  booted: { port },
}) => {
  const answerTo = (target: string, host = `localhost:${port}`): Promise<string> =>
    sendRaw(port, `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  assert.match(await answerTo('/healthz'), /^HTTP\/1\.1 200 /);
  for (const target of ['//evil.example/healthz', '/\\evil.example/healthz', 'https://evil.example/healthz']) {
    const answer = await answerTo(target);
    assert.match(answer, /^HTTP\/1\.1 400 /, target);
    assert.match(answer, '{"error":"Bad Request","message":"Malformed request"}', target);
  }
  for (const host of ['0x7f.1', 'localhost,evil.example', `localhost:${port}.`])
    assert.not.match(await answerTo('/healthz', host), ' 200 ', host);
});

test.run();

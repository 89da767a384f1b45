/* Two things at one path: refused where it is decided, by the compiler, the config or the start. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeOutput } from '../../src/compiler/index.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { runBundle } from '../support/boot/node.ts';
import { build, bundleOf, copyFixture, requestOf } from '../support/compile.ts';
import { GuardedProject } from '../support/guarded.ts';
import { bootGuardedWorker } from '../support/guarded-worker.ts';

/** Paths that the server answers or keeps for itself, as people write them, and what is said of them. */
const own: Readonly<Record<string, string>> = {
  '/healthz': 'it is a health check',
  'healthz/': 'it is a health check',
  '/HealthZ': 'it is a health check',
  '/health': 'it is a health check',
  '/health/mcp': 'it is a health check',
  '/readyz/': 'it is a health check',
  '/metrics': 'it serves metrics',
  '/oauth': 'sign-in is there',
  '/OAuth/token/': 'sign-in is there',
  '/.well-known': 'discovery documents are there',
  '/.well-known/oauth-protected-resource': 'discovery documents are there',
};

const server = (options: string, apps = ''): string => `
  import { app, Service, tool } from '@service/sdk';
  const ping = tool({ name: 'ping', description: 'Answers pong.' })(() => 'pong');
  const notes = app({ name: 'notes', standalone: true, tools: [ping] });
  const health = app({ name: 'health', standalone: true, tools: [ping] });
  @Service({ info: { name: 'shared', version: '1.4.0' }, tools: [ping], ${apps}
${options} })
  export default class Server {}
`;

async function findingsOf(options: string, more: Parameters<typeof requestOf>[2] = {}) {
  const project = copyFixture('shared', { 'src/main.ts': server(options, 'apps: [notes],') });
  try {
    const { diagnostics, output } = await build(requestOf(project.root, 'shared', more), nodeTarget);
    assert.is(output, undefined);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    return errors.map(({ code, message, span }) => ({ code, message, at: `${span?.file}:${span?.line}:${span?.column}` }));
  } finally {
    project.remove();
  }
}

test('[I4.paths.endpoint] the endpoint at a path of the server is an error of the build, where it is written', async () => {
  for (const [path, because] of Object.entries(own)) {
    const message = `\`http.entryPath\` of @Service: the server itself answers there: ${because}; choose another path, such as /mcp; got text of ${path.length} characters`;
    assert.equal(await findingsOf(`http: { entryPath: '${path}' },`), [{ code: 'invalid-option', message, at: 'src/main.ts:7:20' }], path);
  }
});

test('[I4.paths.endpoint] the same of a start: by an option, by a variable, on a worker', async () => {
  const project = new GuardedProject();
  await project.build();
  try {
    for (const [path, because] of Object.entries(own)) {
      const said = `the server itself answers there: ${because}; choose another path, such as /mcp`;
      const byOption = await project.start({ options: { entryPath: path } });
      assert.is(byOption.code, 1, path);
      assert.match(byOption.stderr, `"http.entryPath": ${said}`);
      const byVariable = await project.start({ variables: { SERVICE_HTTP_ENTRY_PATH: path } });
      assert.is(byVariable.code, 1, path);
      assert.match(byVariable.stderr, `SERVICE_HTTP_ENTRY_PATH: ${said}`);
    }
    const moved = await project.start({ options: { entryPath: '/live', health: { healthzPath: '/live' } } });
    assert.is(moved.code, 1);
    assert.match(moved.stderr, 'GET /live is served twice (the MCP endpoint is at /live): give one of the two another path');
    const { code, stderr } = await project.start({ options: { routePath: '/Readyz/' } });
    assert.is(code, 1);
    assert.match(stderr, 'GET /Readyz/ is reserved: it is a health check');
    const like = await project.boot({ variables: { SERVICE_HTTP_ENTRY_PATH: '/metrics-of-mine' } });
    assert.is((await like.call('echo', { value: 'x' })).status, 200, 'a path that only begins like one of them');
  } finally {
    await project.close();
  }
  const worker = await bootGuardedWorker({ variables: { SERVICE_HTTP_ENTRY_PATH: '/healthz' } });
  const answer = await worker.get('/healthz');
  await worker.stop();
  assert.is(answer.status, 500);
  assert.match(answer.text, /"code":"CONFIG_INVALID".*SERVICE_HTTP_ENTRY_PATH: the server itself answers there/);
});

test('[I4.paths.mounted] what an app with an endpoint of its own would cover is an error of the build', async () => {
  const options = `http: { routes: [{ method: 'GET', path: '/mcp/notes/shown', handler: () => new Response('') }] },
    health: { healthzPath: '/mcp', readyzPath: '/mcp/notes' }, metrics: { enabled: true, path: '/mcp/notes/metrics' },`;
  const below = 'requests to it go to the app "notes", whose endpoint is /mcp/notes';
  const messages = (await findingsOf(options)).map(({ at, code, message }) => `${at} ${code}: ${message}`);
  assert.equal(messages, [
    `src/main.ts:6:3 reserved-route: The route /mcp/notes/shown is reserved: ${below}`,
    'src/main.ts:6:3 taken-path: The path /mcp is taken: MCP clients call it, so health.healthzPath cannot be there',
    `src/main.ts:6:3 taken-path: The path /mcp/notes is taken: ${below}, so health.readyzPath cannot be there`,
    `src/main.ts:6:3 taken-path: The path /mcp/notes/metrics is taken: ${below}, so metrics.path cannot be there`,
  ]);
  const route = "http: { routes: [{ method: 'GET', path: '/tools/v1', handler: () => new Response('') }] },";
  const reserved = [{ code: 'reserved-route', message: 'The route /tools/v1 is reserved: MCP clients call it', at: 'src/main.ts:6:3' }];
  assert.equal(await findingsOf(route, { configHttpPath: '/tools/v1/' }), reserved, 'where the config puts the endpoint');
  assert.equal(await findingsOf(route, { variables: { SERVICE_HTTP_ENTRY_PATH: 'tools/v1' } }), reserved, 'or the deployment');
});

test('[I4.paths.mounted] and of the start where only that knows the path', async () => {
  const options = `http: { routes: [{ method: 'GET', path: '/moved/notes', handler: () => new Response('') }] },
    health: { readyzPath: '/away/notes/ready' },`;
  const project = copyFixture('shared', { 'src/main.ts': server(options, 'apps: [notes, health],') });
  try {
    const request = requestOf(project.root, 'shared');
    const folder = join(project.root, 'dist', 'node');
    await writeOutput(request, (await bundleOf(request)).result, folder);
    const starts: Readonly<Record<string, string>> = {
      '/moved': 'http.routes: GET /moved/notes is reserved: requests to it go to the app "notes", whose endpoint is /moved/notes',
      '/away':
        'The path /away/notes/ready is taken: requests to it go to the app "notes", whose endpoint is /away/notes, so health.readyzPath',
      '/': 'The path /health is taken: it is a health check, so the endpoint of the app "health" cannot be there',
    };
    for (const [SERVICE_HTTP_ENTRY_PATH, said] of Object.entries(starts)) {
      const { code, stderr } = await runBundle({ folder, name: 'shared', env: { PORT: '0', SERVICE_HTTP_ENTRY_PATH } });
      assert.is(code, 1, SERVICE_HTTP_ENTRY_PATH);
      assert.match(stderr, said);
    }
  } finally {
    project.remove();
  }
});

test.run();

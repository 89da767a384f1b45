/* Apps with endpoints and callers of their own on the built bundle. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { AccessProject, accessServer, type AccessServer } from '../support/access-project.ts';
import { TestProvider } from '../support/identity-provider.ts';
import { OAuthDriver } from '../support/oauth-driver.ts';
import { initializeBody, legacyHeaders, modernRequest, parseMessage, parseWire, type WireAnswer } from '../support/wire-client.ts';

interface Context {
  readonly provider: TestProvider;
  readonly project: AccessProject;
}
const test = suite<Context>('split');
const variables = { JWT_SECRET: '0123456789abcdef0123456789abcdef', ALPHA_KEYS: 'alpha-key-012345', BETA_KEYS: 'beta-key-0123456' };

test.before(async (context) => {
  const provider = await TestProvider.start();
  const project = new AccessProject('split', { 'src/provider.ts': `export const provider = '${provider.issuer}';\n` });
  await project.build();
  Object.assign(context, { provider, project });
});
test.after(async ({ project, provider }) => {
  await project.close();
  await provider.stop();
});

const ask = (server: AccessServer, app: string, way: { method?: string; token?: string } = {}): Promise<WireAnswer> => {
  const { method = 'tools/list', token } = way;
  const request = modernRequest(method, method === 'tools/call' ? { name: 'whoami', arguments: {} } : {});
  const credentials: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return server.send({ path: `/mcp${app}`, headers: { ...request.headers, ...credentials }, body: request.body });
};
const toolsOf = ({ text }: WireAnswer): unknown[] => parseWire(text).result.tools.map((tool): unknown => Reflect.get(tool, 'name'));
const callerOf = ({ text }: WireAnswer): unknown => parseWire(text).result.structuredContent;
const get = (server: AccessServer, path: string): Promise<WireAnswer> => server.send({ method: 'GET', path });

async function behave(server: AccessServer): Promise<void> {
  assert.equal(toolsOf(await ask(server, '/alpha', { token: 'alpha-key-012345' })), ['whoami', 'alpha_tool']);
  assert.equal(toolsOf(await ask(server, '/beta', { token: 'beta-key-0123456' })), ['whoami', 'beta_tool']);
  assert.equal(toolsOf(await ask(server, '/alpha/', { token: 'alpha-key-012345' })), ['whoami', 'alpha_tool']);
  assert.is((await ask(server, '/alpha/')).status, 401);
  assert.is((await ask(server, '/alpha//', { token: 'alpha-key-012345' })).status, 404);
  assert.is((await ask(server, '/alpha')).status, 401);
  assert.is((await ask(server, '/alpha', { token: 'beta-key-0123456' })).status, 401);
  assert.is((await ask(server, '/beta', { token: 'alpha-key-012345' })).status, 401);
  // No auth of its own: the server's.
  assert.match(String(Reflect.get(Object(callerOf(await ask(server, '/zeta', { method: 'tools/call' }))), 'sub')), /^anon:/);
}

test('[split.endpoints] [slash.dropped] every app has an endpoint with its own tools and its own callers; the server has none', async ({
  project,
}) => {
  const server = await project.boot(variables);
  await behave(server);
  for (const path of ['', '/', '/sse', '/message', '/omega', '/ALPHA', '/alph', '/alphabet', '/%61lpha']) {
    assert.is((await ask(server, path, { token: 'alpha-key-012345' })).status, 404, path);
  }
  for (const path of ['/alpha/sse', '/alpha/message?sessionId=x']) {
    const method = path.endsWith('sse') ? 'GET' : 'POST';
    const answer = await server.send({
      method,
      path: `/mcp${path}`,
      headers: { ...legacyHeaders },
      ...(method === 'POST' ? { body: initializeBody() } : {}),
    });
    assert.is(answer.status, 401, path);
  }
  assert.is((await get(server, '/healthz')).status, 200);
  assert.is((await get(server, '/open')).status, 200);
  assert.is((await get(server, '/mcp/alpha/healthz')).status, 404);
});

test('[registry.split] of the documents for registries only the proof is served, at the root of the host', async ({ project }) => {
  const server = await project.boot(variables);
  assert.is(
    (await get(server, '/.well-known/mcp-registry-auth')).text,
    'v=MCPv1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  );
  const others = ['/mcp/server-card', '/mcp/alpha/server-card', '/mcp/alpha/.well-known/mcp-registry-auth', '/.well-known/ai-catalog.json'];
  for (const path of others) assert.is((await get(server, path)).status, 404, path);
});

test('[split.worker] on a worker as well', async ({ provider }) => {
  const built = new AccessProject('split', { 'src/provider.ts': `export const provider = '${provider.issuer}';\n` });
  const folder = await built.build(workerTarget);
  const worker = await bootWorker({ bundle: `${folder}/index.js`, vars: { ...variables, SERVICE_ALLOWED_HOSTS: '127.0.0.1' } });
  await behave(accessServer(Number(new URL(worker.origin).port), () => worker.output.text));
  await worker.stop();
  await built.close();
});

test('[split.metadata] each app has metadata of its own, found from its challenge and at the path-inserted places', async ({
  project,
  provider,
}) => {
  const server = await project.boot(variables);
  const base = `http://127.0.0.1:${server.port}/mcp`;
  for (const [app, issuer] of [
    ['gamma', provider.issuer],
    ['delta', `${base}/delta`],
    ['epsilon', `${base}/epsilon`],
  ] as const) {
    const challenge = String((await ask(server, `/${app}`)).headers['www-authenticate']);
    const named = new URL(/resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '');
    const inserted = `/.well-known/oauth-protected-resource/mcp/${app}`;
    for (const path of [named.pathname, `${named.pathname}/`, inserted, `${inserted}/`]) {
      const document = parseMessage((await get(server, path)).text);
      assert.is(document['resource'], `${base}/${app}`, path);
      assert.equal(document['authorization_servers'], [issuer], path);
    }
  }
  const issuer = parseMessage((await get(server, '/.well-known/oauth-authorization-server/mcp/delta')).text);
  assert.is(issuer['issuer'], `${base}/delta`);
  assert.is(issuer['token_endpoint'], `${base}/delta/oauth/token`);
  for (const path of [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/oauth/authorize',
    '/.well-known/oauth-protected-resource/mcp/alpha',
  ])
    assert.is((await get(server, path)).status, 404, path);
});

test('[split.audience] a token of one app is refused at every other', async ({ project, provider }) => {
  const server = await project.boot(variables);
  const origin = `http://127.0.0.1:${server.port}`;
  const signIn = (app: string): OAuthDriver =>
    new OAuthDriver((request) => server.send({ ...request, path: `/mcp/${app}${request.path ?? ''}` }), `${origin}/mcp/${app}`);
  const tokens: Record<string, string> = { alpha: 'alpha-key-012345', beta: 'beta-key-0123456' };
  for (const app of ['delta', 'epsilon']) tokens[app] = (await signIn(app).signIn()).tokens.access_token;
  tokens['gamma'] = await provider.sign({ aud: `${origin}/mcp/gamma` });
  for (const [app, token] of Object.entries(tokens)) {
    assert.is((await ask(server, `/${app}`, { token })).status, 200, app);
    for (const other of [...Object.keys(tokens), 'zeta'].filter((name) => name !== app))
      assert.is((await ask(server, `/${other}`, { token })).status, 401, `${app} at ${other}`);
  }
  const { clientId, code, pkce } = await codeOf(signIn('delta'));
  assert.is((await signIn('epsilon').exchange({ clientId, code, pkce })).status, 400, 'a code of delta at epsilon');
});

async function codeOf(oauth: OAuthDriver) {
  const { clientId, pkce } = await oauth.signIn();
  return { clientId, pkce, code: await oauth.code(clientId, pkce) };
}

test('[split.standalone] standalone apps are apart, includeInParent ones are in both places, the others at the server', async () => {
  const built = new AccessProject('standalone');
  await built.build();
  const server = await built.boot({ ADMIN_KEYS: 'admin-key-012345' });
  assert.equal(toolsOf(await ask(server, '')), ['own_tool', 'main_tool', 'both_tool']);
  assert.is((await ask(server, '/admin')).status, 401);
  assert.equal(toolsOf(await ask(server, '/admin', { token: 'admin-key-012345' })), ['admin_tool']);
  assert.equal(toolsOf(await ask(server, '/both')), ['both_tool']);
  assert.is((await ask(server, '/main')).status, 404);
  const stdio = built.stdio({ ADMIN_KEYS: 'admin-key-012345' });
  await stdio.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } });
  const listed = parseWire(JSON.stringify(await stdio.request('tools/list')));
  assert.is(listed.result.tools.length, 4, 'over stdio they stay one server');
  await stdio.close();
  await built.close();
});

test('[split.refused] options that no endpoint would serve, an auth without a user, and an issuer of two apps fail the build', async () => {
  const main = (options: string): string => `import { app, Service, tool } from '@service/sdk';
const ping = tool({ name: 'ping', description: 'Answers.' })(() => 'pong');
const own = tool({ name: 'own', description: 'Is of the server.' })(() => 'own');
const one = app({ name: 'One', tools: [ping], auth: { mode: 'local', local: { issuer: 'https://id.example' } } });
const two = app({ name: 'Two', standalone: 'includeInParent', tools: [own], auth: { mode: 'local', local: { issuer: 'https://id.example/' } } });
@Service({ info: { name: 'access', version: '1.0.0' }, ${options} })
export default class Server {}
`;
  for (const [options, ...problems] of [
    ['apps: [one]', 'src/standalone.ts:4 invalid-option: `auth` of app "One": the app has no endpoint of its own'],
    [
      'apps: [one, two], tools: [own], splitByApp: true',
      'src/standalone.ts:6 invalid-option: `tools` of @Service: splitByApp serves apps alone',
      'src/standalone.ts:5 invalid-option: `standalone` of app "Two": splitByApp leaves the server without an endpoint',
      'src/standalone.ts:5 invalid-option: `auth.local.issuer` of app "Two": clients would look for the metadata of app "Two" where that of app "One" is',
    ],
  ] as const) {
    const built = new AccessProject('standalone', { 'src/standalone.ts': main(options) });
    const failure = await built.build().then(String, String);
    for (const problem of problems) assert.match(failure, problem);
    assert.is(failure.split('\n').filter((line) => line.includes('invalid-option')).length, problems.length, failure);
    await built.close();
  }
});

test.run();

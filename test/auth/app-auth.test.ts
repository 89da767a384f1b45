/* Apps that each issue tokens of their own, on the built bundle: every option of every app has its part of the bundle. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AccessProject, type AccessServer } from '../support/access-project.ts';
import { TestProvider } from '../support/identity-provider.ts';
import { continueOnSqliteNode } from '../support/newer-node.ts';
import { newPkce, OAuthDriver, tokensOf } from '../support/oauth-driver.ts';
import { modernRequest, parseMessage, parseWire, type WireAnswer } from '../support/wire-client.ts';

continueOnSqliteNode(import.meta.filename);

interface Context {
  readonly provider: TestProvider;
  readonly project: AccessProject;
  server: AccessServer;
}
const test = suite<Context>('app-auth');
const publicUrl = 'https://mcp.example/base';
const variables = { JWT_SECRET: '0123456789abcdef0123456789abcdef', SERVICE_PUBLIC_URL: publicUrl, SIGN_IN_DB: '' };

test.before(async (context) => {
  const provider = await TestProvider.start();
  const project = new AccessProject('app-auth', { 'src/provider.ts': `export const provider = '${provider.issuer}';\n` });
  const folder = await project.build();
  variables.SIGN_IN_DB = join(folder, 'sign-in.db');
  Object.assign(context, { provider, project, server: await project.boot(variables) });
});
test.after(async ({ project, provider }) => {
  await project.close();
  await provider.stop();
});

/** A client of one app; the proxy in front of the server takes the path of the public address away. */
const driverOf = (server: AccessServer, app: string): OAuthDriver =>
  new OAuthDriver((request) => server.send({ ...request, path: `/mcp/${app}${request.path ?? ''}` }), `${publicUrl}/mcp/${app}`);

/** @param tool as `<app>/<name>` */
function call(server: AccessServer, tool: string, token: string): Promise<WireAnswer> {
  const [app, name] = tool.split('/');
  const { body, headers } = modernRequest('tools/call', { name, arguments: {} });
  return server.send({ path: `/mcp/${app}`, headers: { ...headers, authorization: `Bearer ${token}` }, body });
}

const get = (server: AccessServer, path: string): Promise<WireAnswer> => server.send({ method: 'GET', path });

const whoami = async (server: AccessServer, app: string, token: string): Promise<unknown> => {
  const answer = await call(server, `${app}/whoami`, token);
  return answer.status === 200 ? Reflect.get(Object(parseWire(answer.text).result.structuredContent), 'sub') : answer.status;
};

test('[split.own-auth] a store of one app keeps its sign-ins over a restart, and no others', async ({ project, server }) => {
  const refreshed = async (app: string): Promise<WireAnswer> => {
    const { clientId, tokens } = await driverOf(server, app).signIn();
    const restarted = await project.boot(variables);
    return driverOf(restarted, app).refresh(clientId, tokens.refresh_token);
  };
  const { access_token: token } = tokensOf(await refreshed('kept'));
  assert.type(await whoami(server, 'kept', token), 'string');
  for (const other of ['plain', 'chosen', 'through', 'linked']) assert.is(await whoami(server, other, token), 401, other);
  assert.is((await refreshed('plain')).status, 400, 'its app keeps them in memory');
});

test('[split.own-auth] revocation, anonymous tokens and the secure store are those of the app that asks for them', async ({ server }) => {
  const kept = driverOf(server, 'kept');
  const { clientId, tokens } = await kept.signIn();
  assert.equal(parseWire((await call(server, 'kept/note', tokens.access_token)).text).result.structuredContent, { note: 'mine' });
  const anonymous = tokensOf(await kept.token({ grant_type: 'anonymous', client_id: clientId }));
  assert.match(String(await whoami(server, 'kept', anonymous.access_token)), /^anon:/);
  assert.ok(parseWire((await call(server, 'kept/note', anonymous.access_token)).text).error, 'publicAccess lists whoami alone');
  assert.is((await kept.post('/oauth/revoke', { token: tokens.refresh_token, client_id: clientId })).status, 200);
  assert.is((await kept.refresh(clientId, tokens.refresh_token)).status, 400);
  const plain = driverOf(server, 'plain');
  assert.is((await plain.post('/oauth/revoke', { token: 'x', client_id: 'y' })).status, 404);
  assert.is((await plain.token({ grant_type: 'anonymous', client_id: await plain.clientId() })).status, 400);
});

test('[split.own-auth] consent, linked accounts and a provider of its own belong to one app each', async ({ provider, server }) => {
  const pageOf = async (app: string) => {
    const driver = driverOf(server, app);
    const page = await driver.open(await driver.clientId(), newPkce());
    return { driver, page };
  };
  const { driver, page } = await pageOf('chosen');
  assert.match((await driver.submit(page)).text, 'name="tools"');
  const through = (await pageOf('through')).page.answer;
  assert.is(through.status, 302);
  assert.ok(String(through.headers.location).startsWith(`${provider.issuer}/authorize`));
  assert.match((await pageOf('linked')).page.answer.text, 'drive');
  const plain = await pageOf('plain');
  assert.not.match(plain.page.answer.text, 'drive');
  assert.is((await plain.driver.submit(plain.page)).status, 302, 'asks for nothing more');
});

test('[split.issuer] metadata is where the public address and an issuer of an app say', async ({ server }) => {
  const issuerAt = async (path: string): Promise<unknown> => {
    const { status, text } = await get(server, `/.well-known/${path}`);
    return status === 200 ? (parseMessage(text)['issuer'] ?? parseMessage(text)['resource']) : status;
  };
  assert.is(await issuerAt('oauth-authorization-server/chosen'), 'https://id.example/chosen');
  assert.is(await issuerAt('oauth-authorization-server/chosen/'), 'https://id.example/chosen');
  for (const place of ['/mcp/plain', '/base/mcp/plain'])
    for (const document of ['oauth-authorization-server', 'oauth-protected-resource'])
      assert.is(await issuerAt(`${document}${place}`), `${publicUrl}/mcp/plain`, `${document}${place}`);
  for (const path of ['oauth-authorization-server', 'oauth-authorization-server/plain', 'oauth-protected-resource/chosen'])
    assert.is(await issuerAt(path), 404, path);
});

test.run();

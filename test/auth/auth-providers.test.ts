/* Credentials of apps on the built bundle. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { authReferenceProblems } from '../../src/runtime/options/auth-provider-values.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { workerTarget } from '../../src/targets/worker/target.ts';
import { build, copyFixture, requestOf } from '../support/compile.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { AccessProject, accessServer, type AccessServer } from '../support/access-project.ts';
import { parseWire } from '../support/wire-client.ts';

interface Context {
  readonly project: AccessProject;
  readonly elsewhere: { readonly url: string; readonly seen: string[]; stop(): void };
}
const test = suite<Context>('auth providers');
const KEYS = JSON.stringify([
  { token: 'key-of-ann-0123', sub: 'ann' },
  { token: 'key-of-bob-0123', sub: 'bob' },
  { token: 'key-of-guest-01', sub: 'guest' },
]);
const [ann, bob, guest] = ['key-of-ann-0123', 'key-of-bob-0123', 'key-of-guest-01'];
const SERVICE_KEY = 'the-key-of-the-app';

test.before(async (context) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.url} ${String(request.headers['x-api-key'])}`);
    if (request.url === '/away') response.writeHead(302, { location: '/elsewhere' }).end();
    else response.end('called');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.unref();
  const project = new AccessProject('credentials');
  Object.assign(context, { project, elsewhere: { url, seen, stop: () => server.close().closeAllConnections() } });
  await project.build();
});
test.after(async ({ elsewhere, project }) => {
  elsewhere.stop();
  await project.close();
});

const call = (server: AccessServer, name: string, by: string | readonly [token: string, args: object]) => {
  const [token, args] = typeof by === 'string' ? [by, {}] : by;
  return server.ask('tools/call', { name, arguments: args }, token);
};
const contentOf = ({ text }: { text: string }): unknown => parseWire(text).result.structuredContent;

async function behave(server: AccessServer): Promise<void> {
  assert.equal(contentOf(await call(server, 'personal', ann)), { token: { type: 'bearer', token: 'ann-1' }, known: [true, false, false] });
  assert.equal(Reflect.get(Object(contentOf(await call(server, 'personal', bob))), 'token'), { type: 'bearer', token: 'bob-2' });
  assert.equal(Reflect.get(Object(contentOf(await call(server, 'personal', ann))), 'token'), { type: 'bearer', token: 'ann-1' });
}

test('[providers.scopes] a credential is made once for its owner, and reaches no other one', async ({ project }) => {
  const server = await project.boot({ KEYS, SERVICE_KEY });
  await behave(server);
  const foreign = parseWire((await call(server, 'foreign', ann)).text);
  assert.is(Reflect.get(foreign.result, 'isError'), true);
  assert.not.match(JSON.stringify(foreign), SERVICE_KEY);
});

test('[providers.required] without a required credential the call is TOOL_CREDENTIALS_REQUIRED before the tool runs', async ({
  project,
}) => {
  const server = await project.boot({ KEYS, SERVICE_KEY });
  for (const name of ['personal', 'outer']) {
    const { error } = parseWire((await call(server, name, guest)).text);
    assert.is(error.code, -32001, name);
    assert.is(Reflect.get(error.data, 'code'), 'TOOL_CREDENTIALS_REQUIRED', name);
    assert.equal(Reflect.get(error.data, 'providers'), ['person'], name);
  }
  assert.equal(contentOf(await call(server, 'relaxed', guest)), { headers: { 'x-api-key': SERVICE_KEY } });
  assert.not.match((await call(server, 'relaxed', guest)).text, 'secret place');
});

test('[providers.reference] a credential is asked for by its alias, and one without the scopes of the tool is as good as none', async ({
  project,
}) => {
  const server = await project.boot({ KEYS, SERVICE_KEY });
  const { error } = parseWire((await call(server, 'post', ann)).text);
  assert.is(error.code, -32001);
  assert.equal(Reflect.get(error.data, 'providers'), ['crm']);
  // What was kept may do less than what was granted since: it is made again.
  const token = { type: 'oauth', accessToken: 'crm-3', scopes: ['read', 'write'] };
  const granted = { token, headers: { authorization: 'Bearer crm-3' }, known: [true, true] };
  assert.equal(contentOf(await call(server, 'post', ann)), granted);
  assert.equal(contentOf(await call(server, 'post', ann)), granted);
  // An alias is a name of the tool that gave it, and of no other.
  const elsewhere = contentOf(await call(server, 'personal', ann));
  assert.equal(Reflect.get(Object(elsewhere), 'known'), [true, false, false]);
});

test('[providers.reference] references of another shape are refused', () => {
  assert.equal(authReferenceProblems(['a', { name: 'b', required: false, scopes: ['x'], alias: 'c' }]), []);
  for (const wrong of [
    1,
    {},
    { name: 'a', scopes: 'x' },
    { name: 'a', alias: '' },
    { name: 'a', scope: ['x'] },
    { name: 'a', required: 1 },
  ])
    assert.equal(
      authReferenceProblems([wrong]),
      ['item 1: expected a name, or { name, required?, scopes?, alias? }'],
      JSON.stringify(wrong),
    );
  for (const twice of [
    ['a', 'a'],
    ['a', { name: 'b', alias: 'a' }],
  ])
    assert.equal(authReferenceProblems(twice), ['two are called "a"']);
});

test('[providers.fetch] this.fetch shows a credential to where it was sent and nowhere else', async ({ elsewhere, project }) => {
  const server = await project.boot({ KEYS, SERVICE_KEY });
  const sent = await call(server, 'call', [ann, { url: `${elsewhere.url}/here`, provider: 'service' }]);
  assert.match(sent.text, 'called');
  assert.equal(elsewhere.seen, [`/here ${SERVICE_KEY}`]);
  const led = parseWire((await call(server, 'call', [ann, { url: `${elsewhere.url}/away`, provider: 'service' }])).text);
  assert.is(Reflect.get(led.result, 'isError'), true);
  assert.equal(elsewhere.seen, [`/here ${SERVICE_KEY}`, `/away ${SERVICE_KEY}`]);
  const none = parseWire((await call(server, 'call', [ann, { url: `${elsewhere.url}/none`, provider: 'optional' }])).text);
  assert.is(none.error.code, -32001);
  assert.is(elsewhere.seen.length, 2, 'nothing is sent without the credential');
  assert.not.match(server.log(), SERVICE_KEY);
});

test('[providers.worker] the same on a worker', async () => {
  const built = new AccessProject('credentials');
  const folder = await built.build(workerTarget);
  const worker = await bootWorker({ bundle: `${folder}/index.js`, vars: { KEYS } });
  await behave(accessServer(Number(new URL(worker.origin).port), () => worker.output.text));
  await worker.stop();
  await built.close();
});

test('[providers.start] a tool that names what its app does not have, and a provider of the wrong shape, stop the start', async () => {
  const main = (tool: string, provider: string): string => `import { app, Service, tool } from '@service/sdk';
const ping = tool({ name: 'ping', description: 'Answers.', authProviders: ${tool} })(() => 'pong');
const one = app({ name: 'One', tools: [ping], authProviders: [${provider}] });
@Service({ info: { name: 'access', version: '1.0.0' }, apps: [one] })
export default class Server {}
`;
  const good = "{ name: 'a', factory: () => ({ type: 'bearer', token: 't' }) }";
  const copy = copyFixture('access', { 'src/credentials.ts': main("['b']", good) });
  const { diagnostics, output } = await build(
    requestOf(copy.root, 'access', { entry: join(copy.root, 'src', 'credentials.ts') }),
    nodeTarget,
  );
  copy.remove();
  const found = diagnostics.find(({ code }) => code === 'invalid-option');
  assert.equal([output, found?.span?.line], [undefined, 2]);
  assert.match(found?.message ?? '', 'names the auth provider "b", which its app does not have; the app "one" has a');
  // Where people sign in, the name is an entry of the caller's vault.
  const signIn = main("['b']", good).replace('apps: [one]', "apps: [one], auth: { mode: 'local' }");
  const vaulted = copyFixture('access', { 'src/credentials.ts': signIn });
  const served = await build(requestOf(vaulted.root, 'access', { entry: join(vaulted.root, 'src', 'credentials.ts') }), nodeTarget);
  vaulted.remove();
  const planned = served.output?.report.features.find(({ name }) => name === 'auth-providers');
  assert.match(planned?.because ?? JSON.stringify(served.diagnostics), 'one/a');
  // A build that cannot see it leaves it to the start.
  const late = main("process.env['WRONG'] === '1' ? ['b'] : ['a']", good);
  const built = new AccessProject('credentials', { 'src/credentials.ts': late });
  await built.build();
  const { code, stderr } = await built.start({ WRONG: '1' });
  assert.is(code, 1);
  assert.match(stderr, 'tool "ping": "authProviders": names the auth provider "b", which its app does not have');
  await built.close();
  const wrong = new AccessProject('credentials', { 'src/credentials.ts': main("['a']", "{ name: 'a' } as never") });
  const failure = await wrong.build().then(
    () => wrong.start({}),
    (error: unknown) => ({ stderr: String(error) }),
  );
  assert.match(failure.stderr, 'item 1: expected { name, factory');
  await wrong.close();
});

test('[providers.class] a class with @AuthProvider makes credentials; without the decorator it is refused', async () => {
  const main = (
    decorated: boolean,
    names = "'crm'",
  ): string => `import { App, AuthProvider, Service, Tool, ToolContext } from '@service/sdk';
import type { AuthProviderContext, AuthProviderMethods, ProviderCredential } from '@service/sdk';
${decorated ? "@AuthProvider({ name: 'crm', scope: 'user' })" : ''}
class CrmKey implements AuthProviderMethods {
  made = 0;
  factory({ auth }: AuthProviderContext): ProviderCredential {
    return { type: 'custom', value: auth.user.sub + ':' + ++this.made };
  }
  toHeaders(credential: ProviderCredential): Record<string, string> {
    return { 'x-crm': credential.type === 'custom' ? String(credential['value']) : '' };
  }
}
@Tool({ name: 'show', description: 'Shows the header.', authProviders: [${names}] })
class Show extends ToolContext {
  execute(_input: {}) {
    return this.authProviders.headers('crm');
  }
}
@App({ name: 'Desk', tools: [Show], authProviders: [CrmKey] })
class Desk {}
@Service({ info: { name: 'access', version: '1.0.0' }, apps: [Desk], auth: { mode: 'static', tokensEnv: 'KEYS' } })
export default class Server {}
`;
  const built = new AccessProject('credentials', { 'src/credentials.ts': main(true) });
  await built.build();
  const server = await built.boot({ KEYS });
  assert.equal(contentOf(await call(server, 'show', ann)), { 'x-crm': 'ann:1' });
  assert.equal(contentOf(await call(server, 'show', bob)), { 'x-crm': 'bob:2' });
  assert.equal(contentOf(await call(server, 'show', ann)), { 'x-crm': 'ann:1' });
  await built.close();
  for (const [text, problem] of [
    [main(false), 'item 1 is a class without @AuthProvider'],
    [main(true, "'cmr'"), 'the app "desk" has crm'],
    [main(true).replace('[CrmKey]', '[CrmKey, CrmKey]'), 'two are named "crm"'],
  ] as const) {
    const copy = copyFixture('access', { 'src/credentials.ts': text });
    const request = requestOf(copy.root, 'access', { entry: join(copy.root, 'src', 'credentials.ts') });
    const { diagnostics } = await build(request, nodeTarget);
    copy.remove();
    assert.match(diagnostics.map(({ message }) => message).join('\n'), problem);
  }
});

test.run();

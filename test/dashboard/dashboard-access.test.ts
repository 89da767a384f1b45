/* Who may see the dashboard of a built bundle: its page, its endpoint, beside the sign-in of the server and without one. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BuiltProject, BuiltServer } from '../support/built-servers.ts';
import type { WireAnswer } from '../support/wire-client.ts';
import { pluginProject } from '../plugins/plugin-project.ts';
import { ask, dashboardProject, token, visit } from './dashboard-project.ts';

interface Scene {
  made: BuiltProject;
  node: BuiltServer;
  worker: BuiltServer;
}

const test = suite<Scene>('access to the dashboard');
const auth = "auth: { enabled: true, tokenEnv: 'DASHBOARD_TOKEN' }";
const known = { DASHBOARD_TOKEN: token };

test.before(async (scene) => {
  scene.made = dashboardProject(`{ enabled: true, basePath: '/admin', ${auth} }`);
  scene.node = await scene.made.start('node', { env: { ...known, SERVICE_LOG_LEVEL: 'debug' } });
  scene.worker = await scene.made.start('worker', { env: known });
});
test.after(async ({ made, node, worker }) => {
  await node?.stop();
  await worker?.stop();
  made?.remove();
});

const cookiesOf = ({ headers }: WireAnswer): readonly string[] => headers['set-cookie'] ?? [];
const shows = ({ status, text }: WireAnswer): boolean => status === 200 && text.includes('id="dashboard-data"');
const lists = ({ status, text }: WireAnswer): boolean => status === 200 && text.includes('dashboard:graph');

for (const target of ['node', 'worker'] as const) {
  test(`[D2.dashboard.page] the page asks for the token, and keeps a cookie afterwards, on ${target}`, async ({ [target]: server }) => {
    for (const [path, headers] of [
      ['/admin', {}],
      ['/admin?token=', {}],
      ['/admin?token=wrong', {}],
      [`/admin?Token=${token}`, {}],
      ['/admin', { authorization: 'Bearer wrong' }],
      ['/admin', { cookie: `service_dashboard_${server.port}=${token}` }],
      ['/admin', { 'x-service-dashboard-token': token }],
    ] as const) {
      const refused = await visit(server, path, { ...headers });
      assert.equal([refused.status, refused.headers['www-authenticate']], [401, 'Bearer realm="service-dashboard"'], path);
      assert.not.match(refused.text, 'dashboard-data');
      assert.equal(cookiesOf(refused), []);
    }
    const byHeader = await visit(server, '/admin', { authorization: `Bearer ${token}` });
    assert.ok(shows(byHeader));
    const byAddress = await visit(server, `/admin?token=${encodeURIComponent(token)}`);
    assert.equal([byAddress.status, byAddress.headers.location, byAddress.text], [303, '/admin', '']);
    assert.equal([byAddress.headers['referrer-policy'], byAddress.headers['cache-control']], ['no-referrer', 'no-store']);
    for (const answer of [byHeader, byAddress]) {
      const cookies = cookiesOf(answer);
      assert.equal(
        cookies.map((cookie) => cookie.replace(/=[^;]*/, '=')),
        ['/admin', '/dashboard'].map((path) => `service_dashboard_${server.port}=; Path=${path}; Max-Age=43200; HttpOnly; SameSite=Strict`),
      );
      const cookie = cookies[0]?.split(';')[0] ?? '';
      const seen = await visit(server, '/admin', { cookie });
      assert.ok(shows(seen));
      assert.equal(cookiesOf(seen), []);
      assert.ok(lists(await ask(server, { headers: { cookie } })));
    }
  });

  test(`[D2.dashboard.endpoint] [D2.dashboard.path] the endpoint asks for the token, never in the address, on ${target}`, async ({
    [target]: server,
  }) => {
    for (const [path, headers] of [
      ['/dashboard', {}],
      [`/dashboard?token=${token}`, {}],
      ['/dashboard', { authorization: 'Bearer wrong' }],
      ['/dashboard', { 'x-service-dashboard-token': 'wrong' }],
      ['/dashboard', { cookie: `service_dashboard_${server.port}=wrong` }],
    ] as const) {
      const refused = await ask(server, { path, headers });
      assert.equal([refused.status, refused.headers['www-authenticate']], [401, 'Bearer realm="service-dashboard"'], path);
      assert.not.match(refused.text, 'dashboard:graph');
    }
    assert.ok(lists(await ask(server, { headers: { authorization: `Bearer ${token}` } })));
    assert.ok(lists(await ask(server, { headers: { 'X-Service-Dashboard-Token': token } })));
    // The page is elsewhere.
    assert.is.not((await visit(server)).status, 200);
    assert.is((await ask(server, { path: '/admin' })).status, 405);
  });
}

test('[D2.dashboard.page] a cookie behind a proxy that speaks https is Secure, whether the server trusts the proxy or not', async ({
  node,
}) => {
  const isSecure = async (protocol: string): Promise<boolean> => {
    const [cookie = ''] = cookiesOf(await visit(node, `/admin?token=${token}`, { 'x-forwarded-proto': protocol }));
    assert.match(cookie, 'SameSite=Strict');
    return cookie.endsWith('; Secure');
  };
  for (const [protocol, expected] of [
    ['https', true],
    ['HTTPS, http', true],
    ['http', false],
    ['http, https', false],
  ] as const)
    assert.is(await isSecure(protocol), expected, protocol);
});

test('[dashboard.signed-in] without a token of its own neither page nor endpoint tells of a server where an app has a sign-in', async () => {
  const made = pluginProject(
    'split',
    `import { App, Service, tool } from '@service/sdk';
import { DashboardPlugin } from '@service/plugin-dashboard';
const secret = tool({ name: 'secret', description: 'For those with a key.' })(() => 1);
@App({ name: 'kept', tools: [secret], auth: { mode: 'static', tokensEnv: 'KEYS' }, standalone: 'includeInParent' })
class Kept {}
@Service({ info: { name: 'split', version: '1.0.0' }, apps: [Kept], plugins: [DashboardPlugin] })
export class Server {}
`,
  );
  try {
    const server = await made.start('node', { env: { KEYS: 'a-key-of-forty-characters-0123456789-abcd' } });
    try {
      const page = await visit(server);
      assert.match(page.text, 'set auth of DashboardPlugin.init');
      assert.not.match(page.text, /secret|kept|dashboard-data|<script/);
      const endpoint = await ask(server);
      assert.equal([endpoint.status, endpoint.headers['www-authenticate']], [401, 'Bearer realm="service-dashboard"']);
      assert.match(endpoint.text, 'An app of this server has a sign-in');
    } finally {
      await server.stop();
    }
  } finally {
    made.remove();
  }
});

test('[D2.dashboard.page] a cookie over https is Secure', async ({ made }) => {
  const server = await made.start('node', {
    env: { ...known, SERVICE_PUBLIC_URL: 'https://shown.example', SERVICE_ALLOWED_HOSTS: 'localhost' },
  });
  try {
    const [cookie = ''] = cookiesOf(await visit(server, `/admin?token=${token}`));
    assert.match(cookie, 'SameSite=Strict; Secure');
  } finally {
    await server.stop();
  }
});

test('[dashboard.secret] no token is in the log, in an answer or in a header of one', async ({ node }) => {
  const answers = [
    await visit(node, `/admin?token=${token}`),
    await visit(node, `/admin?token=${token}x`),
    await visit(node, '/admin', { authorization: `Bearer ${token}` }),
    await ask(node, { path: `/dashboard?token=${token}` }),
    await ask(node, { headers: { 'x-service-dashboard-token': token } }),
  ];
  for (const { headers, text } of answers) assert.not.match(JSON.stringify(headers) + text, token);
  await node.logs('shown');
  assert.not.match(node.log(), token);
});

test('[D2.dashboard.endpoint] [dashboard.signed-in] the sign-in of the server comes first, and the dashboard has a header of its own', async () => {
  const key = 'a-key-of-forty-characters-0123456789-abcd';
  const made = dashboardProject(`{ ${auth} }`, "auth: { mode: 'static', tokensEnv: 'KEYS' }");
  try {
    const server = await made.start('node', { env: { ...known, KEYS: key } });
    try {
      const authorization = `Bearer ${key}`;
      for (const [headers, realm] of [
        [{ 'x-service-dashboard-token': token }, 'mcp'],
        [{ authorization: `Bearer ${token}` }, 'mcp'],
        [{ authorization }, 'service-dashboard'],
      ] as const) {
        const refused = await ask(server, { headers: { ...headers } });
        assert.is(refused.status, 401);
        assert.match(String(refused.headers['www-authenticate']), realm);
      }
      assert.ok(lists(await ask(server, { headers: { authorization, 'x-service-dashboard-token': token } })));
      const page = await visit(server, `/dashboard?token=${token}`);
      const cookie = cookiesOf(page)[0]?.split(';')[0] ?? '';
      assert.ok(shows(await visit(server, '/dashboard', { cookie })));
      assert.ok(lists(await ask(server, { headers: { authorization, cookie } })));
      assert.is((await visit(server, '/dashboard', { authorization })).status, 401);
    } finally {
      await server.stop();
    }
  } finally {
    made.remove();
  }
});

test('[dashboard.short] a token that can be guessed is told in the log', async ({ made }) => {
  const server = await made.start('node', { env: { DASHBOARD_TOKEN: 'fifteen-letters' } });
  await server.stop();
  assert.match(server.log(), 'fewer than 16 characters');
  assert.not.match(server.log(), 'fifteen-letters');
});

test('[D2.dashboard.token] a start without the token in its variable names the variable', async ({ made }) => {
  const failure = await made.start('node').then(async (server) => {
    await server.stop();
    return 'it started';
  }, String);
  assert.match(failure, 'set the variable DASHBOARD_TOKEN, which auth.tokenEnv names');
});

test('[dashboard.signed-in] without a token of its own the page shows nothing where the server has a sign-in', async () => {
  const key = 'a-key-of-forty-characters-0123456789-abcd';
  const made = dashboardProject('{}', "auth: { mode: 'static', tokensEnv: 'KEYS' }");
  try {
    const server = await made.start('node', { env: { KEYS: key } });
    try {
      const page = await visit(server);
      assert.is(page.status, 200);
      assert.match(page.text, 'set auth of DashboardPlugin.init');
      assert.not.match(page.text, /ping|dashboard-data|<script/);
      assert.is((await ask(server)).status, 401);
      assert.ok(lists(await ask(server, { headers: { authorization: `Bearer ${key}` } })));
    } finally {
      await server.stop();
    }
  } finally {
    made.remove();
  }
});

test('[dashboard.factory] a factory with a provider decides who may see the dashboard, and nothing that a build has to know', async () => {
  const made = pluginProject(
    'factory',
    `import { Provider, Service, tool } from '@service/sdk';
import { DashboardPlugin } from '@service/plugin-dashboard';
const ping = tool({ name: 'ping', description: 'Answers pong.' })(() => 'pong');
@Provider({ name: 'keys' })
class Keys {
  token() { return '${token}'; }
}
const options = (keys: Keys) =>
  process.env['MOVED'] === 'yes' ? { basePath: '/moved' } : { enabled: true, auth: { enabled: true, token: keys.token() } };
@Service({
  info: { name: 'factory', version: '1.0.0' },
  tools: [ping],
  providers: [Keys],
  plugins: [DashboardPlugin.init({ inject: () => [Keys], useFactory: (keys: Keys) => options(keys) })],
})
export class Server {}
`,
  );
  try {
    const server = await made.start('node', { env: { NODE_ENV: 'production' } });
    try {
      const headers = { authorization: `Bearer ${token}` };
      assert.equal([(await visit(server)).status, shows(await visit(server, '/dashboard', headers))], [401, true]);
      assert.equal([(await ask(server)).status, lists(await ask(server, { headers }))], [401, true]);
    } finally {
      await server.stop();
    }
    const failure = await made.start('node', { env: { MOVED: 'yes' } }).then(() => 'started', String);
    assert.match(failure, 'a build must know basePath and cdn, and "useFactory" computes them at start');
  } finally {
    made.remove();
  }
});

test.run();

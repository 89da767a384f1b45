import { ask, token, visit } from '../dashboard/dashboard-project.ts';
import { send, type WireAnswer } from '../support/wire-client.ts';
import type { AttackedServer, ServerAttack } from './server-attack.ts';

/** What only the name of an app brings into the page. */
export const hostileName = '</script><script>window.hit=1</script>';
/** A name that a careless expression takes minutes for. */
export const slowName = `${'a'.repeat(60)}.`;

const isShown = ({ status, text }: WireAnswer): boolean => status === 200 && text.includes('dashboard-data');
const isListed = ({ text }: WireAnswer): boolean => text.includes('dashboard:graph');

const cookies = async (scene: AttackedServer): Promise<readonly string[]> =>
  (await visit(scene, `/admin?token=${token}`)).headers['set-cookie'] ?? [];
const cookieOf = async (scene: AttackedServer): Promise<string> => (await cookies(scene))[0]?.split(';')[0] ?? '';

const admits = 'if (access === void 0 || await access.admitsEndpoint((name) => visit.header(name))) return void 0;';
const noToken = [[admits, 'return void 0;']] as const;

const ofPage: readonly ServerAttack[] = [
  {
    name: 'the page without a token',
    advisory: 'CWE-306',
    without: [['return await access.hasCookie(header) ? this.#show([]) : this.#refuse(pathname);', 'return this.#show([]);']],
    go: async (scene) => isShown(await visit(scene, '/admin')),
  },
  {
    name: 'another token in the address',
    advisory: 'CWE-287',
    without: [['await access.isToken(given) ?', 'true ?']],
    go: async (scene) => (await visit(scene, '/admin?token=another')).headers['set-cookie'] !== undefined,
  },
  {
    name: 'another token in the header of the page',
    advisory: 'CWE-287',
    without: [['return given !== void 0 && this.isToken(given);', 'return given !== void 0;']],
    go: async (scene) => isShown(await visit(scene, '/admin', { authorization: 'Bearer another' })),
  },
  {
    name: 'the token stays in the address of the page',
    advisory: 'CWE-598',
    without: [['toPlainAddress(pathname, await access.cookies(by))', 'this.#show(await access.cookies(by))']],
    go: async (scene) => (await visit(scene, `/admin?token=${token}`)).status === 200,
  },
  {
    name: 'a link of the page tells the address as Referer',
    advisory: 'CWE-598',
    without: [['"referrer-policy": "no-referrer",', '']],
    go: async (scene) => {
      const answers = [await visit(scene, `/admin?token=${token}`), await visit(scene, '/admin', { authorization: `Bearer ${token}` })];
      return answers.some(({ headers }) => headers['referrer-policy'] !== 'no-referrer');
    },
  },
  {
    name: 'the page in a frame of another page',
    advisory: 'CWE-1021',
    without: [
      [`\`frame-ancestors 'none'\`, `, ''],
      ['"x-frame-options": "DENY",', ''],
    ],
    go: async (scene) => {
      const { headers } = await visit(scene, '/admin', { authorization: `Bearer ${token}` });
      return !/frame-ancestors 'none'/.test(String(headers['content-security-policy'])) || headers['x-frame-options'] !== 'DENY';
    },
  },
  {
    name: 'a name that ends the script of the page',
    advisory: 'CWE-79',
    without: [['${scriptJson(graph)}', '${JSON.stringify(graph)}']],
    go: async (scene) => (await visit(scene, '/admin', { authorization: `Bearer ${token}` })).text.includes(hostileName),
  },
  {
    name: 'a page that has turned its own name to this computer (DNS rebinding)',
    advisory: 'CWE-350',
    without: [['if (refusedHost !== void 0) return', 'if (false) return']],
    go: async (scene) => isShown(await visit(scene, '/admin', { host: `rebound.example:${scene.port}`, authorization: `Bearer ${token}` })),
  },
];

const ofCookies: readonly ServerAttack[] = [
  {
    name: 'a cookie that nobody signed',
    advisory: 'CWE-565',
    without: [['return secretsEqual(mac, await this.#sign(until));', 'return true;']],
    go: async (scene) => {
      const cookie = `service_dashboard_${scene.port}=${Math.floor(Date.now() / 1000) + 1000}.${'A'.repeat(43)}`;
      return isListed(await ask(scene, { headers: { cookie } })) || isShown(await visit(scene, '/admin', { cookie }));
    },
  },
  {
    name: 'the cookie sent by a page on another port',
    advisory: 'CWE-352',
    without: [['if (isForeign(header)) return false;', '']],
    go: async (scene) => {
      const cookie = await cookieOf(scene);
      const foreign = { cookie, origin: 'http://localhost:9', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' };
      return isListed(await ask(scene, { headers: foreign })) || isShown(await visit(scene, '/admin', foreign));
    },
  },
  {
    name: 'the cookie read at another path of the host',
    advisory: 'CWE-1275',
    without: [['Path=${path};', 'Path=/;']],
    go: async (scene) => {
      const paths = (await cookies(scene)).map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1] ?? '/');
      return paths.some((path) => '/other'.startsWith(path));
    },
  },
  {
    name: 'the cookie read by a script, or sent along by another site',
    advisory: 'CWE-1004',
    without: [['; HttpOnly; SameSite=Strict', '']],
    go: async (scene) => (await cookies(scene)).some((cookie) => !/; HttpOnly; SameSite=Strict/.test(cookie)),
  },
  {
    name: 'the token read out of the cookie',
    advisory: 'CWE-315',
    without: [['const value = `${until}.${await this.#sign(until)}`;', 'const value = this.#parts.token;']],
    go: async (scene) => (await cookies(scene)).join().includes(token),
  },
];

const ofEndpoint: readonly ServerAttack[] = [
  {
    name: 'the endpoint without a token',
    advisory: 'CWE-306',
    without: noToken,
    go: async (scene) => isListed(await ask(scene)),
  },
  {
    name: 'other spellings of its path',
    advisory: 'CWE-41',
    without: noToken,
    go: async (scene) => {
      const answers = [
        '/dashboard/',
        '/dashboard?',
        '//dashboard',
        '/Dashboard',
        '/dashboard/.',
        '/%64ashboard',
        '/mcp/../dashboard',
        '/admin',
      ];
      return (await Promise.all(answers.map((path) => ask(scene, { path })))).some(isListed);
    },
  },
  {
    name: 'a session that somebody with the token has opened',
    advisory: 'CWE-384',
    without: noToken,
    go: async (scene) => {
      const open = await older(
        scene,
        { authorization: `Bearer ${token}` },
        {
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'older', version: '1' } },
        },
      );
      const session = { 'mcp-session-id': String(open.headers['mcp-session-id']), 'mcp-protocol-version': '2025-06-18' };
      return isListed(await older(scene, session, { id: 2, method: 'tools/list' }));
    },
  },
  {
    name: 'the token in the address of the endpoint',
    advisory: 'CWE-598',
    go: async (scene) => isListed(await ask(scene, { path: `/dashboard?token=${token}` })),
  },
  {
    name: 'its tools at the main endpoint',
    advisory: 'CWE-285',
    go: async (scene) => {
      const called = await ask(scene, { path: '/mcp', method: 'tools/call', params: { name: 'dashboard:graph', arguments: {} } });
      return called.text.includes('nodeCount') || isListed(await ask(scene, { path: '/mcp' }));
    },
  },
  {
    name: 'a filter that is worked on for minutes',
    advisory: 'CWE-1333',
    without: [['return (text) => finds({ start, end }, Array.from(text));', 'return (text) => new RegExp(pattern, "u").test(text);']],
    go: async (scene) => {
      const params = { name: 'dashboard:list-tools', arguments: { filter: '^(a+)+$' } };
      const answer = ask(scene, { method: 'tools/call', params, headers: { authorization: `Bearer ${token}` } }).then(
        () => false,
        () => true,
      );
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, 5000, true);
      });
      return Promise.race([answer, late]).finally(() => clearTimeout(timer));
    },
  },
  {
    name: 'the token read in the log',
    advisory: 'CWE-532',
    go: async (scene) => {
      await visit(scene, `/admin?token=${token}`);
      await ask(scene, { path: `/dashboard?token=${token}`, headers: { 'x-service-dashboard-token': token } });
      return scene.log().includes(token);
    },
  },
];

const older = ({ port }: AttackedServer, headers: Readonly<Record<string, string>>, message: object): Promise<WireAnswer> =>
  send({
    port,
    path: '/dashboard',
    headers: {
      host: `localhost:${port}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });

export const dashboardAttacks: readonly ServerAttack[] = [...ofPage, ...ofCookies, ...ofEndpoint];

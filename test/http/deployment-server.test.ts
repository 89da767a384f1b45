/* `deployments[].server` of the CLI config, on what the command builds. */
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bootHttp } from '../support/boot/node.ts';
import { bootWorker } from '../support/boot/worker.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { copyFixture } from '../support/compile.ts';
import { securityHeadersOf } from '../support/guarded.ts';
import { send } from '../support/wire-client.ts';

const server = {
  http: { cors: { origins: ['https://a.example'], credentials: true, maxAge: 7 } },
  csp: {
    enabled: true,
    directives: { 'default-src': ["'self'", 'https://x.example'], 'upgrade-insecure-requests': '' },
    reportUri: '/reports',
    reportOnly: true,
  },
  headers: { hsts: 'max-age=9', contentTypeOptions: false, frameOptions: 'SAMEORIGIN', custom: { 'X-Own': 'of the config' } },
};
const config = {
  name: 'guarded',
  entry: 'src/main.ts',
  deployments: [
    { target: 'node', server },
    { target: 'worker', server },
  ],
  transport: { http: { path: '/mcp' } },
};
/** As in the fixture; a worker has no variables while its modules load. */
const options = `
const variables: Record<string, string | undefined> = typeof process === 'undefined' ? {} : process.env;
export const storeStatus = 'healthy';
export const given: Record<string, any> = JSON.parse(variables['GIVEN_OPTIONS'] ?? '{}');
`;
const project = copyFixture('guarded', { 'service.config.ts': `export default ${JSON.stringify(config)};\n`, 'src/options.ts': options });
const built = { folder: join(project.root, 'dist', 'node'), name: 'guarded' };

const configured = {
  'strict-transport-security': 'max-age=9',
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy-report-only': "default-src 'self' https://x.example; upgrade-insecure-requests; report-uri /reports",
  'x-own': 'of the config',
};
const shared = { 'access-control-allow-origin': 'https://a.example', 'access-control-allow-credentials': 'true' };

/** What a page of an origin gets, and what a preflight of it does. */
async function headersAt(port: number, origin: string): Promise<readonly Record<string, string>[]> {
  const preflight = { origin, 'access-control-request-method': 'POST' };
  const answers = [
    await send({ port, method: 'GET', path: '/healthz', headers: { origin } }),
    await send({ port, method: 'OPTIONS', path: '/mcp', headers: preflight }),
  ];
  return answers.map(({ headers }) => securityHeadersOf(headers));
}

async function headersOf(env: Readonly<Record<string, string>>, origin = 'https://a.example'): Promise<readonly Record<string, string>[]> {
  const boot = await bootHttp({ ...built, env });
  try {
    return await headersAt(Number(new URL(boot.url).port), origin);
  } finally {
    await boot.stop();
  }
}

test.before(async () => {
  const { code, stderr } = await runCli(['build'], { cwd: project.root });
  assert.is(code, 0, stderr);
});
test.after(project.remove);

test('[D2.config.server-csp] [D2.config.server-cors] csp, headers and cors of the deployment are sent by the node build', async () => {
  assert.equal(await headersOf({}), [
    { ...configured, ...shared },
    { ...configured, ...shared, 'access-control-max-age': '7' },
  ]);
});

test('[D2.config.server-set] a variable that is set already wins', async () => {
  const env = {
    SERVICE_HSTS: 'max-age=1',
    SERVICE_CONTENT_TYPE_OPTIONS: 'nosniff',
    SERVICE_FRAME_OPTIONS: 'off',
    SERVICE_HEADERS_CUSTOM: '{"X-Own":"of the variable"}',
    SERVICE_CSP_DIRECTIVES: "img-src 'none'",
    SERVICE_CSP_REPORT_URI: '/elsewhere',
    SERVICE_CSP_REPORT_ONLY: 'false',
    SERVICE_CORS_ORIGINS: 'https://b.example',
    SERVICE_CORS_CREDENTIALS: 'false',
  };
  const [answer] = await headersOf(env, 'https://b.example');
  assert.equal(answer, {
    'strict-transport-security': 'max-age=1',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "img-src 'none'; report-uri /elsewhere",
    'x-own': 'of the variable',
    'access-control-allow-origin': 'https://b.example',
  });
  // Container manifests write `SERVICE_HSTS=` for nothing: it must not take a header of the deployment away.
  const [unset] = await headersOf({ SERVICE_HSTS: '', SERVICE_FRAME_OPTIONS: ' ' });
  assert.equal(unset, { ...configured, ...shared });
  const [without] = await headersOf({ SERVICE_CSP_ENABLED: '0' });
  assert.is(without?.['content-security-policy-report-only'], undefined);
});

test('[D2.config.server-code] cors of the deployment counts only when the decorator sets none, and code wins over headers', async () => {
  const options = { cors: { origin: 'https://c.example' }, securityHeaders: { hsts: false } };
  const { 'strict-transport-security': _hsts, ...others } = configured;
  assert.equal((await headersOf({ GIVEN_OPTIONS: JSON.stringify(options) }))[0], others);
});

test('[D2.config.server-worker] the worker build has them too, its own variables win', async () => {
  const worker = await bootWorker({
    bundle: join(project.root, 'dist', 'worker', 'index.js'),
    vars: { SERVICE_HSTS: 'off', SERVICE_FRAME_OPTIONS: '' },
  });
  const { 'strict-transport-security': _hsts, ...others } = configured;
  const [answer] = await headersAt(Number(new URL(worker.origin).port), 'https://a.example');
  assert.equal(answer, { ...others, ...shared });
  await worker.stop();
});

test.run();

import { createServer } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spawnServer } from '../../../test/support/child.ts';
import { modernRequest, send } from '../../../test/support/wire-client.ts';
import { resolveBindAddress } from '../http/http-settings.ts';
import { readEnvironment } from '../options/env.ts';

const module = new URL('../../../test/support/small-process.ts', import.meta.url).pathname;

async function startHttp() {
  const child = spawnServer(module, [], { PORT: '0' });
  const line = await child.stderrHas('is listening at');
  return { child, port: Number(/:(\d+)\//.exec(line)?.[1]) };
}

test("[D2.runner.flags] any flag but the four is refused with the document's text and code 2", async () => {
  const child = spawnServer(module, ['--port', '3000']);
  assert.is((await child.exited).code, 2);
  const hint = 'The port is that of the variable PORT; --help lists flags and variables.';
  assert.is(child.stderr(), `unsupported flag '--port' on the server runner.\n${hint}\n`);
  assert.is(child.stdout(), '');
});

test('[migrate.arguments] what follows -- is left to the code of the server', async () => {
  const child = spawnServer(module, ['--version', '--', '--port', '/data']);
  assert.is((await child.exited).code, 0);
  assert.is(child.stdout(), '1.2.3\n');
});

test('[D2.runner.version] --version and --help answer on stdout and exit 0', async () => {
  const version = spawnServer(module, ['--version']);
  assert.is((await version.exited).code, 0);
  assert.is(version.stdout(), '1.2.3\n');
  const help = spawnServer(module, ['--help']);
  assert.is((await help.exited).code, 0);
  assert.match(help.stdout(), 'SERVICE_ALLOWED_HOSTS');
});

test('[I2.port-in-use] a port in use is one clear line that names it and its owner, exit code 1', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const child = spawnServer(module, [], { PORT: String(port) });
  assert.is((await child.exited).code, 1);
  assert.match(child.stderr(), `Port ${port} on 127.0.0.1 is in use`);
  if (process.platform === 'linux') assert.match(child.stderr(), `pid ${process.pid}`);
  assert.is(child.stderr().trim().split('\n').length, 1);
  taken.close();
});

test('[R6.variables] a bad variable stops the start with its name', async () => {
  const child = spawnServer(module, [], { PORT: 'http' });
  assert.is((await child.exited).code, 1);
  assert.match(child.stderr(), 'PORT: expected an integer');
});

test('[D2.drain] on SIGTERM running calls finish, new ones get 503 with Retry-After, then the process exits 0', async () => {
  const { child, port } = await startHttp();
  const running = send({ port, ...modernRequest('tools/call', { name: 'slow' }) });
  await child.stderrHas('slow has begun');
  child.process.kill('SIGTERM');
  await child.stderrHas('is stopping');
  const refused = await send({ port, ...modernRequest('tools/list') });
  assert.is(refused.status, 503);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.is(refused.headers['x-frame-options'], 'DENY');
  process.kill(child.process.pid ?? 0, 'SIGUSR2');
  assert.match((await running).text, 'finished slowly');
  assert.is((await child.exited).code, 0);
});

test('[D2.bind] option, then variable, then distributed mode, then loopback', () => {
  const http = { bodyLimit: 1, urlencodedLimit: 1, routes: [] };
  const bind = (bindAddress: string | undefined, variables: Record<string, string>) =>
    resolveBindAddress(
      { ...http, security: { strict: false, dnsRebindingProtection: {}, ...(bindAddress === undefined ? {} : { bindAddress }) } },
      readEnvironment(variables),
      variables['SERVICE_DEPLOYMENT_MODE'] === 'distributed',
    );
  assert.is(bind(undefined, {}), '127.0.0.1');
  assert.is(bind(undefined, { SERVICE_DEPLOYMENT_MODE: 'distributed' }), '0.0.0.0');
  assert.is(bind(undefined, { SERVICE_DEPLOYMENT_MODE: 'distributed', SERVICE_BIND_ADDRESS: '10.0.0.1' }), '10.0.0.1');
  assert.is(bind('loopback', { SERVICE_BIND_ADDRESS: 'all' }), '127.0.0.1');
  assert.is(bind('all', {}), '0.0.0.0');
});

test.run();

import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listen } from '../../../test/support/listen.ts';
import { identityToken } from '../../../test/support/registry/identity-token.ts';
import { LocalRegistry } from '../../../test/support/registry/local-registry.ts';
import { listing } from '../../../test/support/registry/publisher.ts';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli, spawnCli } from '../../../test/support/cli/run-cli.ts';

interface Context {
  readonly root: string;
  readonly project: string;
  readonly registry: LocalRegistry;
}
const test = suite<Context>('registry publish');

test.before(async (context) => {
  Object.assign(context, makeProject(), { registry: await LocalRegistry.start() });
});
test.after(async ({ registry, root }) => {
  await registry.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Loaded before the command: writes down where sockets are opened to. */
const countConnections = `import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...given) {
  const { host, path, port } = Object(Array.isArray(given[0]) ? given[0][0] : given[0]);
  // A pipe of this machine is no request.
  if (path === undefined) appendFileSync(process.env.CONNECTIONS_FILE, \`\${host}:\${port}\\n\`);
  return connect.apply(this, given);
};
`;

test('[registry.dry-run] on the basic template with a name, stdout is a listing that the registry accepts, and only its validation leaves the process', async ({
  project,
  registry,
  root,
}) => {
  editFile(join(project, 'src/main.ts'), (text) =>
    text.replace('@Service({', "@Service({ registry: { name: 'com.example/calc', description: 'Adds numbers' },"),
  );
  const [hook, connections] = [join(root, 'count.mjs'), join(root, 'connections.txt')];
  writeFileSync(hook, countConnections);
  const { code, stderr, stdout } = await spawnCli(['registry', 'publish', '--dry-run', '--registry', registry.url], {
    cwd: project,
    env: { NODE_OPTIONS: `--import file://${hook}`, CONNECTIONS_FILE: connections, HOME: root },
  });
  assert.is(code, 0, stderr);
  const listing: unknown = JSON.parse(stdout);
  assert.equal(listing, {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'com.example/calc',
    title: 'Calculator',
    description: 'Adds numbers',
    version: '0.1.0',
  });
  assert.match(stderr, /names neither an address nor a package/);
  assert.equal(registry.requests, ['POST /v0.1/validate']);
  const asked = readFileSync(connections, 'utf8').trim().split('\n');
  assert.equal([...new Set(asked)], [new URL(registry.url).host]);
});

test('[registry.status] [registry.ci-oidc] a CI job publishes a version and changes its status, and the data of --json says so', async ({
  root,
}) => {
  const issuer = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const registry = await LocalRegistry.start({ issuerKey: issuer.publicKey.export({ format: 'pem', type: 'spki' }).toString() });
  const ci = createServer(({ url = '' }, response) => {
    const aud = new URL(url, registry.url).searchParams.get('audience');
    response.end(JSON.stringify({ value: identityToken(issuer.privateKey, { aud }) }));
  });
  const name = 'io.github.acme/weather';
  // With the mark that editors on Windows write in front.
  writeFileSync(join(root, 'server.json'), `\uFEFF${JSON.stringify({ ...listing, name })}`);
  const job = {
    cwd: root,
    env: {
      HOME: root,
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${await listen(ci)}/token`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-secret',
      GITHUB_REPOSITORY_OWNER: 'acme',
    },
  };
  const where = ['--auth', 'ci-oidc', '--registry', registry.url, '--json'];
  try {
    const published = await runCli(['registry', 'publish', '--file', 'server.json', ...where], job);
    assert.is(published.code, 0, published.stderr + published.stdout);
    const version = ['--server-version', listing.version];
    const changed = await runCli(['registry', 'status', 'deprecated', '--name', name, ...version, '--message', 'Use 2.0.0', ...where], job);
    assert.is(changed.code, 0, changed.stderr + changed.stdout);
    const { data } = { data: undefined, ...(JSON.parse(changed.stdout) as object) };
    assert.equal(data, { name, version: listing.version, status: 'deprecated', changed: 1, registry: registry.url });
    assert.equal(registry.servers.statusOf(name, listing.version), { status: 'deprecated', message: 'Use 2.0.0' });
    assert.not.ok([published, changed].some(({ stderr, stdout }) => `${stderr}${stdout}`.includes('request-secret')));
  } finally {
    ci.close();
    await registry.stop();
  }
});

test.run();

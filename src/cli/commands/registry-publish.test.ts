import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LocalRegistry } from '../../../test/support/registry/local-registry.ts';
import { editFile, makeProject } from '../../../test/support/cli/project-fixture.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';

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
  const { code, stderr, stdout } = await runCli(['registry', 'publish', '--dry-run', '--registry', registry.url], {
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

test.run();

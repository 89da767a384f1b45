import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workerPlatformFile } from './platform-file.ts';

const fileFor = (features: readonly string[], readsEnvironment = true) =>
  workerPlatformFile({ name: 'a', features, readsEnvironment, builtins: [] });
const faultsOf = (text: string, features: readonly string[], readsEnvironment = true) =>
  fileFor(features, readsEnvironment)
    .faults('wrangler.toml', text)
    .map(({ kind, value }) => `${kind}: ${value}`);

const environment = '"nodejs_compat", "nodejs_compat_populate_process_env"';
const plain = `compatibility_date = "2024-11-11"\ncompatibility_flags = [${environment}]\n`;

test('[environment.platform-file] servers that fetch what others name keep those fetches outside', () => {
  const flag = 'global_fetch_strictly_public';
  for (const feature of ['cimd', 'federated', 'remote-auth', 'transparent-auth']) {
    assert.match(fileFor([feature]).contents('index.js'), flag);
    assert.equal(faultsOf(plain, [feature]), [`flag: ${flag}`]);
    assert.equal(faultsOf(plain.replace('["', `["${flag}", "`), [feature]), []);
  }
  assert.not.match(fileFor(['metrics']).contents('index.js'), flag);
  assert.equal(faultsOf(plain, ['metrics']), []);
});

test('[environment.platform-file] what a bundle reads of its environment and of its store is asked for', () => {
  const old = 'compatibility_date = "2024-11-10"\n';
  assert.equal(faultsOf(old, [], false), []);
  assert.equal(faultsOf(old, []), ['environment: "nodejs_compat" and "nodejs_compat_populate_process_env"']);
  assert.equal(faultsOf(old, ['storage-http-kv'], false), ['date: 2024-11-11']);
  assert.equal(faultsOf(plain, ['storage-http-kv']), [], 'the first day itself');
  assert.equal(
    faultsOf(fileFor(['storage-http-kv', 'cimd']).contents('index.js'), ['storage-http-kv', 'cimd']),
    [],
    'what is written has no fault',
  );
});

test('[D2.worker.session-secret] a written file names the secrets without which a worker in production refuses requests', () => {
  const secretsIn = (features: readonly string[]) =>
    [
      ...fileFor(features)
        .contents('index.js')
        .matchAll(/wrangler secret put (\w+)/g),
    ].map(([, name]) => name);
  assert.equal(secretsIn(['metrics']), []);
  assert.equal(secretsIn(['jwks', 'sessions']), ['JWT_SECRET', 'MCP_SESSION_SECRET']);
});

test('[D2.worker.builtins] a bundle that imports modules of Node needs the flag that brings them', () => {
  const faults = (text: string) =>
    workerPlatformFile({ name: 'a', features: [], readsEnvironment: false, builtins: ['node:events'] }).faults('wrangler.toml', text);
  assert.equal(faults(plain), []);
  assert.equal(faults('compatibility_date = "2026-08-04"\n'), []);
  const bare = 'compatibility_date = "2024-11-11"\ncompatibility_flags = []\n';
  assert.equal(faults(bare), [
    { kind: 'builtins', value: 'nodejs_compat', key: 'compatibility_flags', start: bare.indexOf('compatibility_flags') },
  ]);
});

test.run();

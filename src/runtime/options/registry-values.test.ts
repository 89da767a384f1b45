import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkOptionRules } from './index.ts';
import { proofRecordOf } from './registry-values.ts';

const faults = (registry: object): readonly string[] => checkOptionRules('service', { registry }).map(({ message }) => message);
const named = { description: 'Weather' };

test('[registry.options] a name has a namespace and a server, each with its letters and lengths', () => {
  const long = (length: number): string => `com.example/${'w'.repeat(length - 12)}`;
  for (const name of ['com.example/weather', 'io/mcp', 'a1/b2', 'com.ex-ample/my_server.v2', long(200)])
    assert.equal(faults({ ...named, name }), [], name);
  for (const name of [
    'weather',
    'a/weather',
    'com.example/w',
    'com.example/a/b',
    '.com/weather',
    'com./weather',
    'com_x/weather',
    'com..x/weather',
    'com.example/we ather',
    'com.example/weather-',
    '/',
    '',
  ]) {
    const [fault = ''] = faults({ ...named, name });
    assert.ok(fault.includes('registry.name must be <namespace>/<name> in reverse-DNS form'), `${name}: ${fault}`);
  }
  assert.match(faults({ ...named, name: long(201) })[0] ?? '', /at most 200 characters/);
});

test('[registry.options] a name needs a description of 1 to 100 characters', () => {
  assert.match(faults({ name: 'com.example/weather' })[0] ?? '', /registry\.description is required when registry\.name is set/);
  assert.equal(faults({ description: 'd'.repeat(100) }), []);
  for (const description of ['', '  ', 'd'.repeat(101)]) assert.match(faults({ description })[0] ?? '', /1 to 100 characters/);
});

test('[registry.options] a document that is asked for needs a name', () => {
  for (const member of ['serverCard', 'aiCatalog']) {
    assert.match(faults({ [member]: true })[0] ?? '', new RegExp(`registry\\.${member}: true needs registry\\.name`));
    assert.equal(faults({ [member]: false }), []);
  }
});

test('[registry.options] a repository is one of GitHub or GitLab, by its own address', () => {
  const of = (repository: object): string => faults({ repository }).join();
  assert.is(of({ url: 'https://github.com/acme/weather', source: 'github', subfolder: 'servers/weather' }), '');
  assert.is(of({ url: 'https://gitlab.com/acme/group/weather', source: 'gitlab' }), '');
  assert.match(of({ url: 'https://github.com/acme/weather', source: 'bitbucket' }), /source must be github or gitlab/);
  for (const url of [
    'https://github.com/acme',
    'https://github.com/acme/weather/tree/main',
    'https://github.com.evil/acme/weather',
    'git@github.com:acme/weather',
    '',
  ])
    assert.match(of({ url, source: 'github' }), /url must be the address of a repository/, url);
  for (const subfolder of ['/servers', 'servers/', '../servers', 'a/./b', 'a b', 1])
    assert.match(
      of({ url: 'https://github.com/acme/weather', source: 'github', subfolder }),
      /subfolder must be a path/,
      String(subfolder),
    );
  assert.match(of({ url: 'https://github.com/acme/weather', source: 'github', branch: 'main' }), /unknown member "branch"/);
});

test('[registry.options] publicKeyEnv is the name of a variable', () => {
  for (const publicKeyEnv of ['KEY', '_k1']) assert.equal(faults({ publicKeyEnv }), []);
  for (const publicKeyEnv of ['1KEY', 'A-B', '', 'A B'])
    assert.match(faults({ publicKeyEnv })[0] ?? '', /registry\.publicKeyEnv must be an environment variable name/);
});

test('[registry.options] a key is 32 bytes in padded base64, or a record whose key fits its algorithm', () => {
  const key = '/HdLK+RezTj4RdZI1kFPEUrY+zPNDL9eQ24aoA97lIo=';
  const p384 = 'Aocjjm+bRyy6Vn3u4sSB3ZjPsb4v7TRuPhSDj7gZzxwItCTRcIDH7dT4Kn2WsrINmQ==';
  assert.is(proofRecordOf(` ${key}\n`), `v=MCPv1; k=ed25519; p=${key}`);
  for (const record of [`v=MCPv1; k=ed25519; p=${key}`, `v=MCPv1;k=ed25519;p=${key}`, `v=MCPv1; k=ecdsap384; p=${p384}`])
    assert.is(proofRecordOf(record), record);
  const bytes = (length: number): string => Buffer.alloc(length, 7).toString('base64');
  const refused = [
    bytes(31), bytes(33), key.slice(0, -1), key.replaceAll('/', '_').replaceAll('+', '-'), '', 'v=MCPv1',
    `k=ed25519; v=MCPv1; p=${key}`, `v=MCPv1; k=ed25519; p=${p384}`, `v=MCPv1; k=ecdsap384; p=${key}`,
    `v=MCPv1; k=ecdsap384; p=${bytes(49)}`, `v=MCPv1; k=rsa; p=${key}`, `v=MCPv2; k=ed25519; p=${key}`, `v=MCPv1; k=ed25519; p=${key} extra`,
  ]; // prettier-ignore
  for (const given of refused) {
    assert.is(proofRecordOf(given), undefined, given);
    assert.match(faults({ publicKey: given })[0] ?? '', /registry\.publicKey must be the base64 of a 32-byte Ed25519 public key/, given);
  }
});

test.run();

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createPublicKey, createPrivateKey } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli } from '../../../test/support/cli/run-cli.ts';

const test = suite<{ home: string }>('registry keygen');
test.before.each((context) => {
  context.home = mkdtempSync(join(tmpdir(), 'service-key-'));
});
test.after.each(({ home }) => rmSync(home, { recursive: true, force: true }));

/** Node's own Ed25519, as a second opinion on the public key. */
function publicKeyOfSeed(seed: string): string {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed, 'hex')]);
  return createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }))
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('base64');
}

test('[D2.registry.keygen] writes a 64-digit seed with mode 0600 and prints public key and TXT record, never the seed', async ({
  home,
}) => {
  const { code, stdout, stderr } = await runCli(['registry', 'keygen'], { env: { HOME: home } });
  const file = join(home, '.service/keys/mcp-registry.key');
  const seed = readFileSync(file, 'utf8');
  assert.is(code, 0, stderr);
  assert.match(seed, /^[0-9a-f]{64}$/);
  assert.is(statSync(file).mode & 0o777, 0o600);
  const key = publicKeyOfSeed(seed);
  assert.ok(stdout.includes(`Public key    ${key}`) && stdout.includes(`"v=MCPv1; k=ed25519; p=${key}"`));
  assert.not.ok(`${stdout}${stderr}`.includes(seed));
});

test('[D2.registry.keygen-force] keeps an existing key unless --force', async ({ home }) => {
  const out = join(home, 'key');
  await runCli(['registry', 'keygen', '--out', out]);
  const first = readFileSync(out, 'utf8');
  const again = await runCli(['registry', 'keygen', '--out', out]);
  assert.is(again.code, 2);
  assert.is(readFileSync(out, 'utf8'), first);
  assert.is((await runCli(['registry', 'keygen', '--out', out, '--force'])).code, 0);
  assert.is.not(readFileSync(out, 'utf8'), first);
  assert.is(statSync(out).mode & 0o777, 0o600);
});

test('a place that cannot be written is exit 6', async ({ home }) => {
  writeFileSync(join(home, 'file'), '');
  const { code, stderr } = await runCli(['registry', 'keygen', '--out', join(home, 'file', 'key')]);
  assert.is(code, 6);
  assert.match(stderr, /Cannot write .*key \(ENOTDIR\)|Cannot write .*key \(EEXIST\)/);
});

test.run();

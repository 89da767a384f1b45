import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { proofRecord, publicKeyOf, writeSeed } from '../registry/registry-key.ts';

/** `service registry keygen`: makes the key that proves a domain to the registry. The seed itself is never printed. */
export async function runRegistryKeygen(call: CommandCall): Promise<CommandOutcome> {
  const out = call.flags.text('out');
  const file = out === undefined ? join(call.env['HOME'] ?? homedir(), '.service', 'keys', 'mcp-registry.key') : resolve(call.cwd, out);
  const seed = randomBytes(32);
  const publicKey = await publicKeyOf(seed);
  await writeSeed(file, seed, call.flags.switch('force'));
  const record = proofRecord(publicKey);
  const text = [
    `Private key   ${file} (mode 0600; keep it secret)`,
    `Public key    ${publicKey}`,
    `DNS TXT       "${record}"`,
    '',
    'Serve the proof: set MCP_REGISTRY_PUBLIC_KEY to the public key, or publish the TXT record at the apex of your domain.',
  ].join('\n');
  return { exit: 'ok', data: { file, publicKey, record }, text };
}

import { randomBytes } from 'node:crypto';
import { chmod, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolders } from '../../compiler/index.ts';
import { CliError } from '../cli-error.ts';
import { codeOf } from '../../std/error-code.ts';

/** The record that proves a domain to the registry: an HTTP document or a DNS TXT record. */
export const proofRecord = (publicKey: string): string => `v=MCPv1; k=ed25519; p=${publicKey}`;

/** Base64 Ed25519 public key of a seed. */
export async function publicKeyOf(seed: Uint8Array): Promise<string> {
  const { getPublicKeyAsync } = await import('@noble/ed25519');
  return Buffer.from(await getPublicKeyAsync(seed)).toString('base64');
}

/**
 * Writes a seed as 64 hex digits that only its owner can read. The file appears whole, with its final mode, or not at all.
 * @throws {CliError} when the file exists and `force` is off
 */
export async function writeSeed(file: string, seed: Uint8Array, force: boolean): Promise<void> {
  if (!force && (await lstat(file).catch(() => undefined)) !== undefined)
    throw new CliError({
      code: 'key-exists',
      message: `${file} exists already; replacing it makes the published proof worthless`,
      hint: 'Choose another file with --out, or replace it with --force',
      exit: 'usage',
    });
  const draft = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await makeFolders(dirname(file), 0o700);
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(Buffer.from(seed).toString('hex'));
    } finally {
      await handle.close();
    }
    // A lax umask cannot widen 0600, a strict one could narrow it to nothing readable.
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    const code = codeOf(error) ?? 'unknown';
    throw new CliError({
      code: 'key-not-written',
      message: `Cannot write ${file} (${code})`,
      hint: 'Choose another file with --out',
      exit: 'environment',
      cause: error,
    });
  }
}

import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { commandWord } from '@service/sdk/terminal';
import type { CommandCall } from '../command.ts';
import { CliError } from '../cli-error.ts';
import { maxTextBytes, tooLarge } from '../read-whole.ts';

/** The private key that proves a domain. The key itself is never printed. */
export interface SigningKey {
  /** Where it comes from, for messages. */
  readonly origin: string;
  /** Base64 of the 32 bytes of its public key. */
  readonly publicKey: string;
  /** Hex signature of a text. */
  readonly sign: (text: string) => string;
}

const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const keyVariable = 'MCP_REGISTRY_PRIVATE_KEY';

/** Where `service registry keygen` writes. */
const standardKeyFile = (call: Pick<CommandCall, 'env'>): string =>
  join(call.env['HOME'] ?? homedir(), '.service', 'keys', 'mcp-registry.key');

/**
 * The key of `--key-file`, else of MCP_REGISTRY_PRIVATE_KEY, else of the standard file.
 * @throws {CliError} when there is none, when others can read the file, and for what is no Ed25519 key
 */
export async function readSigningKey(call: CommandCall): Promise<SigningKey> {
  const flag = call.flags.text('key-file');
  if (flag !== undefined) return readKeyFile(resolve(call.cwd, flag));
  const variable = call.env[keyVariable]?.trim();
  if (variable) return signingKey(variable, keyVariable);
  return readKeyFile(standardKeyFile(call));
}

async function readKeyFile(file: string): Promise<SigningKey> {
  const found = await stat(file).catch((cause: unknown) => {
    throw keyError(
      `There is no private key at ${file}`,
      `Make one with \`service registry keygen\`, name its file with --key-file, or set ${keyVariable}`,
      cause,
    );
  });
  // A reader of the file can publish in the owner's name. Windows has no such bits.
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw keyError(
      `${file} can be read by others`,
      `Run \`chmod 600 ${commandWord(file)}\`; if others may have read it, make a new key with \`service registry keygen\``,
    );
  if (found.size > maxTextBytes) throw keyError(`${file} ${tooLarge(found.size)}`, 'Name the file of a key with --key-file');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw keyError(`${file} cannot be read`, 'Name a file that you can read with --key-file', cause);
  });
  return signingKey(text.trim(), file);
}

function signingKey(text: string, origin: string): SigningKey {
  const key = parseKey(text);
  if (key?.asymmetricKeyType !== 'ed25519')
    throw keyError(
      `${origin} holds no Ed25519 private key`,
      'Give 64 hex digits as `service registry keygen` writes them, or an Ed25519 key in PEM (PKCS #8)',
    );
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  return { origin, publicKey, sign: (message) => sign(null, Buffer.from(message), key).toString('hex') };
}

function parseKey(text: string): KeyObject | undefined {
  try {
    if (/^[0-9a-f]{64}$/i.test(text))
      return createPrivateKey({ key: Buffer.concat([seedPrefix, Buffer.from(text, 'hex')]), format: 'der', type: 'pkcs8' });
    return text.startsWith('-----BEGIN') ? createPrivateKey(text) : undefined;
  } catch {
    // The reason could quote the key.
    return undefined;
  }
}

const keyError = (message: string, hint: string, cause?: unknown): CliError =>
  new CliError({ code: 'registry-key', message, hint, exit: 'usage', cause });

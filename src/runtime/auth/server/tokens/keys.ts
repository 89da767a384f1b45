import { JwtSecretRequiredError, JwtSecretWeakError } from '../../../errors/index.ts';
import { randomBytes, utf8, type Logger } from '../../../std/index.ts';

/** Keys, one a purpose: what was made for one is never accepted as another. */
export interface AuthKeys {
  /** The raw `JWT_SECRET`: access tokens only. */
  readonly accessTokens: Uint8Array<ArrayBuffer>;
  /** HKDF-SHA-256 of the secret, the label and the server's identity; 32 bytes. `vault` labels derive from `VAULT_SECRET`. */
  derive(label: string): Promise<Uint8Array<ArrayBuffer>>;
}

export interface KeyOptions {
  readonly jwtSecret: string | undefined;
  readonly vaultSecret: string | undefined;
  readonly production: boolean;
  /** Of the server: two servers with one secret do not accept what the other derived. */
  readonly identity: string;
  readonly logger: Logger;
}

const minBytes = 32;

/**
 * The keys of one server.
 * @throws {JwtSecretRequiredError} in production without a secret
 * @throws {JwtSecretWeakError} for a secret under 32 bytes, anywhere
 */
export function createAuthKeys(options: KeyOptions): AuthKeys {
  const accessTokens = secretOf(options);
  const vault = options.vaultSecret === undefined ? accessTokens : utf8(options.vaultSecret);
  const derived = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    accessTokens,
    derive: (label) => {
      const known = derived.get(label);
      if (known !== undefined) return known;
      const made = deriveKey(label.startsWith('vault') ? vault : accessTokens, [`service/${label}/v1`, options.identity]);
      derived.set(label, made);
      return made;
    },
  };
}

function secretOf({ jwtSecret, logger, production }: KeyOptions): Uint8Array<ArrayBuffer> {
  if (jwtSecret === undefined) {
    if (production) throw new JwtSecretRequiredError();
    logger.warn(
      'JWT_SECRET is not set: tokens are signed with a random secret, so they end with this process and no other instance reads them',
    );
    return randomBytes(minBytes);
  }
  const secret = utf8(jwtSecret);
  if (secret.length < minBytes) throw new JwtSecretWeakError(secret.length);
  return secret;
}

async function deriveKey(secret: Uint8Array<ArrayBuffer>, info: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(JSON.stringify(info)) };
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, material, 256));
}

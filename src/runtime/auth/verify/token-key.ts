/** A key of the platform; imported once, because importing costs more than checking a token. */
export type TokenKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A secret as the key of HS256 tokens. */
export const importTokenKey = (secret: Uint8Array<ArrayBuffer>): Promise<TokenKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

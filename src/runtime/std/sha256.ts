import { encodeBase64url } from './base64url.ts';
import { utf8 } from './bytes.ts';

/** SHA-256 of a text or of bytes. */
export const sha256 = async (data: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? utf8(data) : data));

/** The same in base64url: the stored form of secrets that are only compared. */
export const sha256Text = async (text: string): Promise<string> => encodeBase64url(await sha256(text));

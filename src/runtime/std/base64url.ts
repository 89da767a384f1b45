/** Text of bytes in base64url without padding (RFC 4648 section 5). */
export const encodeBase64url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const base64urlText = /^[A-Za-z0-9_-]*$/;

/** Bytes of base64url text without padding; `undefined` when it is anything else (a length of 1 modulo 4 included). */
export function decodeBase64url(text: string): Uint8Array | undefined {
  if (!base64urlText.test(text) || text.length % 4 === 1) return undefined;
  return decodeBase64(
    text
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .padEnd(Math.ceil(text.length / 4) * 4, '='),
  );
}

/** A call with more arguments than this may overflow the stack on some engines. */
const chunkBytes = 8192;

/** Text of bytes in standard base64 with padding (RFC 4648 section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunkBytes) binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  return btoa(binary);
}

/** Bytes of standard base64 text; `undefined` when it is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

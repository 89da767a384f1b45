const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/** UTF-8 bytes of a text. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Text of UTF-8 bytes; `undefined` when they are not valid UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Length in bytes of a text as UTF-8, without building the bytes. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) {
      length += 4;
      at++;
    } else length += 3;
  }
  return length;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

/** Lower-case hexadecimal of bytes. */
export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Undefined for text that is not percent-encoded UTF-8. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

import { hexOf, sha256 } from '../../../std/index.ts';

/** What a subject is made from: an address and a field of the same text are different users. */
export type SubjectKind = 'email' | 'login-field' | 'anonymous';

/** A subject in the shape of a UUID (version 8: made from a hash). */
export async function subjectOf(kind: SubjectKind, text: string): Promise<string> {
  const bytes = (await sha256(`service/subject/${kind}/v1\0${text}`)).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = hexOf(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The same address in any letter case and Unicode form is the same user. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

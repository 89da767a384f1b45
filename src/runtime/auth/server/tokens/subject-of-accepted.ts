import { hexOf, type Logger, sha256 } from '../../../std/index.ts';
import type { SignInSettings } from '../local-settings.ts';

/**
 * The subject of an accepted sign-in: the `sub` of `authenticate`, else derived by `login.subject`, else one subject for all.
 * @throws {Error} for an empty field
 */
export async function subjectOfAccepted(
  { sub }: { readonly sub?: string },
  values: Readonly<Record<string, string>>,
  { logger, settings }: { readonly settings: Pick<SignInSettings, 'login' | 'anonymousSubject'>; readonly logger: Logger },
): Promise<string> {
  if (sub !== undefined) return sub;
  const { anonymousSubject, login } = settings;
  const field = login.subject?.strategy === 'per-account' ? login.subject.fromField : undefined;
  const value = field === undefined ? undefined : values[field];
  if (value !== undefined && value !== '') return subjectOf('login-field', value);
  if (field !== undefined) throw new Error(`the field ${field} that login.subject is made from was empty`);
  logger.warn('authenticate answered ok without a sub: all people who sign in this way share one user');
  return subjectOf('anonymous', anonymousSubject);
}

/** What a subject is made from: an address and a field of the same text are different users. */
type SubjectKind = 'email' | 'login-field' | 'anonymous';

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

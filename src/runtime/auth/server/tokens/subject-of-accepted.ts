import type { Logger } from '../../../std/index.ts';
import type { SignInSettings } from '../local-settings.ts';
import { subjectOf } from './subjects.ts';

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

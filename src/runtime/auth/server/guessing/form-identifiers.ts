import type { LoginOptions } from '../../../define/auth-options.ts';
import type { FormSettings } from '../sign-in/login-fields.ts';

/** Where only the author knows the page, accounts are named by one of these, or by `login.subject.fromField`. */
const usualNames = ['email', 'username', 'user', 'login', 'account', 'name'];

/**
 * What a form names an account by: the first declared field that people can read while they type. On a page of unknown fields every usual
 * name counts, so that a further field does not hide the one that is meant.
 */
export function identifiersOf(
  values: Readonly<Record<string, string>>,
  { accepted }: Pick<FormSettings, 'accepted'>,
  { subject }: Pick<LoginOptions, 'subject'>,
): readonly string[] {
  const named = subject?.fromField === undefined ? [] : [subject.fromField];
  const first = Object.entries(accepted ?? {}).find(([, { type = 'text' }]) => type === 'text' || type === 'email')?.[0];
  const fields = accepted === undefined ? [...named, ...usualNames] : named.length > 0 ? named : first === undefined ? [] : [first];
  return fields.flatMap((field) => values[field] ?? []);
}

import type { LoginOptions } from '../../../define/sign-in-options.ts';
import type { FormSettings } from '../sign-in/login-fields.ts';
import type { Attempt } from './guess-subjects.ts';

/** Where only the author knows the page, accounts are named by one of these, or by `login.subject.fromField`. */
const usualNames = ['email', 'username', 'user', 'login', 'account', 'name'];

/** What a form names an account by, and which of it a success proves. */
export type FormAccount = Pick<Attempt, 'identifiers' | 'account'>;

/**
 * What a form names an account by: the first declared field that people can read while they type. On a page of unknown fields every usual
 * name counts, so that a further field does not hide the one that is meant.
 */
export function formAccountOf(
  values: Readonly<Record<string, string>>,
  { accepted }: Pick<FormSettings, 'accepted'>,
  { subject }: Pick<LoginOptions, 'subject'>,
): FormAccount {
  const named = subject?.fromField === undefined ? [] : [subject.fromField];
  const first = Object.entries(accepted ?? {}).find(([, { type = 'text' }]) => type === 'text' || type === 'email')?.[0];
  const fields = accepted === undefined ? [...named, ...usualNames] : named.length > 0 ? named : first === undefined ? [] : [first];
  const identifiers = fields.flatMap((field) => values[field] ?? []);
  // Somebody who signs in with their own account may add the name of another one under a field that is not read.
  const account = subject?.fromField === undefined ? onlyOneOf(identifiers) : values[subject.fromField];
  return { identifiers, account };
}

const onlyOneOf = (identifiers: readonly string[]): string | undefined => (new Set(identifiers).size === 1 ? identifiers[0] : undefined);

import type { LoginField, LoginOptions } from '../../../define/sign-in-options.ts';
import { protocolFields } from '../../../options/sign-in-values.ts';
import type { FormFields } from '../../../web/form.ts';
import type { SignInSettings } from '../local-settings.ts';
import type { AuthField } from '../../../auth-ui/index.ts';
import { maxProfileLength } from './run-authenticate.ts';

export type LoginFields = Readonly<Record<string, LoginField>>;

/** How the sign-in form is read. */
export interface FormSettings {
  /** Fields of the page. */
  readonly shown: LoginFields;
  /** Fields that reach `authenticate`; undefined: every one. */
  readonly accepted: LoginFields | undefined;
  /** Fields whose values may become claims of the token. */
  readonly claimable: LoginFields;
  /** Fields that become the subject, `email` or `name`, with the characters that are read of each. */
  readonly identity: ReadonlyMap<string, number>;
}

/**
 * A caller can add any field to a posted form. An undeclared one must not become `email`, `name` or the subject: tools and
 * authorities believe these claims.
 * @param ownPage the page is `login.render` or `auth.ui.login`: only its author knows its fields
 */
export function formSettings({ authenticate, login, requireEmail }: SignInSettings, ownPage: boolean): FormSettings {
  const shown = login.fields ?? builtInFields(requireEmail);
  const isUnknown = ownPage && login.fields === undefined;
  const claimable = isUnknown && authenticate !== undefined ? {} : shown;
  return { shown, accepted: isUnknown ? undefined : shown, claimable, identity: identityOf(claimable, login) };
}

function identityOf(claimable: LoginFields, { subject }: LoginOptions): ReadonlyMap<string, number> {
  const claimed = ['email', 'name'].filter((name) => Object.hasOwn(claimable, name));
  const subjectField = subject?.strategy === 'per-account' && subject.fromField !== undefined ? [subject.fromField] : [];
  return new Map([...subjectField.map((name) => [name, maxLength] as const), ...claimed.map((name) => [name, maxProfileLength] as const)]);
}

/** The page without `login.fields`. */
export const builtInFields = (requireEmail: boolean): LoginFields => ({
  email: { type: 'email', label: 'Email', required: requireEmail },
  name: { type: 'text', label: 'Name' },
});

/** Characters of one typed value. */
const maxLength = 4096;

/**
 * What was typed, by name; of a repeated field the first value. The names come from outside, so the record has no prototype.
 * @param settings fields of the page; where it is not known which, every field is read
 */
export function typedValues(
  form: FormFields,
  { accepted, identity }: Pick<FormSettings, 'accepted' | 'identity'>,
): Readonly<Record<string, string>> {
  const values = Object.create(null) as Record<string, string>;
  for (const [name, [value = '']] of form) {
    const isRead = accepted === undefined || Object.hasOwn(accepted, name);
    const most = identity.get(name);
    if (isRead && !protocolFields.has(name)) values[name] = most === undefined ? value.slice(0, maxLength) : lineOf(value, most);
  }
  return values;
}

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f]/g;

/**
 * Text that becomes an identity, in the form that the token gets: `authenticate` must not accept one account and the token name another one
 * that differs by a space at the end. Browsers send a line without breaks.
 */
const lineOf = (value: string, most: number): string => value.replaceAll(controls, '').trim().slice(0, most).trimEnd();

/** The fields of a page: values typed before come back, passwords never. */
export function pageFields(
  fields: LoginFields,
  values: Readonly<Record<string, string>>,
  refused?: { field: string; message: string },
): readonly AuthField[] {
  return Object.entries(fields).map(([name, { label, options, placeholder, required, type = 'text' }]) => ({
    name,
    type,
    label: label ?? name,
    required: required ?? false,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(options === undefined ? {} : { options }),
    ...(type === 'password' || values[name] === undefined ? {} : { value: values[name] }),
    ...(refused?.field === name ? { error: refused.message } : {}),
  }));
}

/** Typed values without passwords, for a page of the author's own. */
export const shownValues = (fields: LoginFields, values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] !== undefined && fields[name].type !== 'password'));

import { escapeHtml } from '../../../std/index.ts';
import type { AuthField } from '../../../auth-ui/index.ts';
import { joinParts } from './page-parts.ts';

const autocompletes: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['name', 'name'],
  ['username', 'username'],
  ['user', 'username'],
  ['login', 'username'],
  ['phone', 'tel'],
  ['otp', 'one-time-code'],
  ['code', 'one-time-code'],
  ['token', 'off'],
]);

/** Inputs with their labels; a problem stands beside its field and is read out with it. */
export function formFields(fields: readonly AuthField[]): string {
  const faulty = fields.findIndex((field) => field.error !== undefined);
  return fields.map((field, index) => formField(field, { index, focused: index === faulty })).join('\n');
}

function formField(field: AuthField, { focused, index }: { readonly index: number; readonly focused: boolean }): string {
  if (field.type === 'hidden') return hiddenField(field.name, field.value ?? '');
  const id = `field-${index}`;
  const { error } = field;
  const attributes = [
    attribute('id', id),
    attribute('name', field.name),
    ...(field.required ? ['required'] : []),
    ...(error === undefined ? [] : [attribute('aria-describedby', `${id}-problem`), 'aria-invalid="true"']),
    ...(focused ? ['autofocus'] : []),
  ].join(' ');
  const control = field.type === 'select' ? select(field, attributes) : input(field, attributes);
  const optional = field.required ? '' : ' <span class="must">(optional)</span>';
  const problem = error === undefined ? '' : `\n<p class="problem" id="${id}-problem" role="alert">${escapeHtml(error)}</p>`;
  return `<div class="field">
<label for="${id}">${escapeHtml(field.label)}${optional}</label>
${control}${problem}
</div>`;
}

function input(field: AuthField, attributes: string): string {
  const autocomplete = field.type === 'password' ? 'current-password' : (autocompletes.get(field.name.toLowerCase()) ?? 'on');
  const more = [
    attribute('type', field.type),
    attribute('autocomplete', autocomplete),
    ...(field.placeholder === undefined ? [] : [attribute('placeholder', field.placeholder)]),
    // A password never comes back, whatever the caller put there.
    ...(field.value === undefined || field.type === 'password' ? [] : [attribute('value', field.value)]),
    ...(field.type === 'text' ? [] : ['spellcheck="false"']),
  ].join(' ');
  return `<input ${attributes} ${more}>`;
}

function select(field: AuthField, attributes: string): string {
  const options = (field.options ?? []).map(
    ({ label, value }) => `<option ${attribute('value', value)}${value === field.value ? ' selected' : ''}>${escapeHtml(label)}</option>`,
  );
  return `<select ${attributes}>\n${field.required ? '' : '<option value=""></option>\n'}${options.join('\n')}\n</select>`;
}

const attribute = (name: string, value: string): string => `${name}="${escapeHtml(value)}"`;

/**
 * A form that answers a page of a sign-in. The callback refuses one without the sign-in and the CSRF token, which another site does not know.
 * @param path of the callback
 * @param parts HTML of the fields and buttons
 */
export const signInForm = (path: string, { csrf, id }: { readonly csrf: string; readonly id: string }, parts: readonly string[]): string =>
  joinParts([
    `<form method="post" action="${escapeHtml(path)}">`,
    hiddenField('pending_auth_id', id),
    hiddenField('csrf', csrf),
    ...parts,
    '</form>',
  ]);

/** A value that travels with the form. */
export const hiddenField = (name: string, value: string): string =>
  `<input type="hidden" ${attribute('name', name)} ${attribute('value', value)}>`;

import { escapeHtml } from '../../../std/index.ts';
import { shownText } from './page-parts.ts';

const meanings: ReadonlyMap<string, string> = new Map([
  ['openid', 'Know who you are'],
  ['profile', 'See your name'],
  ['email', 'See your email address'],
  ['offline_access', 'Stay signed in when you are away'],
  ['anonymous', 'Use what is open to everybody'],
]);

/** A scope in words; names that say something themselves (`tickets:write`) are taken apart. */
function scopeText(scope: string): string {
  const known = meanings.get(scope);
  if (known !== undefined) return `${escapeHtml(known)} <code>${escapeHtml(scope)}</code>`;
  const [area = '', action, ...rest] = scope.split(':');
  const verb = rest.length > 0 || action === undefined ? undefined : verbs.get(action);
  const words = verb === undefined || area === '' ? undefined : `${verb} ${area.replaceAll(/[._-]+/g, ' ')}`;
  return words === undefined ? `<code>${shownText(scope)}</code>` : `${shownText(words)} <code>${shownText(scope)}</code>`;
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['read', 'See'],
  ['list', 'List'],
  ['write', 'Change'],
  ['create', 'Create'],
  ['update', 'Change'],
  ['delete', 'Delete'],
  ['admin', 'Manage'],
]);

/** What is granted, as a list with a heading. */
export function scopeList(scopes: readonly string[]): string {
  if (scopes.length === 0) return '';
  const items = scopes.map((scope) => `<li>${scopeText(scope)}</li>`).join('\n');
  return `<h2 id="scopes">It will be able to</h2>\n<ul aria-labelledby="scopes">\n${items}\n</ul>`;
}

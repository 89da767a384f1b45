import type { HttpAnswer } from '../../../web/exchange.ts';

/**
 * Back to a checked address of the client. Its own query stays as it is; 302, because clients expect it and every browser turns it into
 * a GET: 307 would send what was typed on.
 */
export function redirectTo(
  uri: string,
  members: Readonly<Record<string, string | undefined>>,
  headers: HttpAnswer['headers'] = {},
): HttpAnswer {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) added.append(name, value);
  const joint = added.size === 0 ? '' : uri.includes('?') ? '&' : '?';
  const location = new URL(`${uri}${joint}${added.toString()}`).href;
  const all = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...headers };
  return { status: 302, headers: all, keepsHeaders: true };
}

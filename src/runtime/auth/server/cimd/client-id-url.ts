import { CimdProblem } from './cimd-problem.ts';
import type { CimdOptions } from './cimd-options.ts';

const maxLength = 2048;

/** Whether an id is meant as a URL; ids that we give out never look like one. */
export const looksLikeUrl = (clientId: string, { allowInsecure }: Pick<CimdOptions, 'allowInsecure'>): boolean =>
  /^https:/i.test(clientId) || (allowInsecure && /^http:/i.test(clientId));

/**
 * The URL of a client's metadata document: https, a path, nothing that could be written in two ways.
 * @throws {CimdProblem} INVALID_CLIENT_ID_URL
 */
export function checkClientIdUrl(clientId: string, { allowInsecure }: Pick<CimdOptions, 'allowInsecure'>): URL {
  const refuse = (why: string): CimdProblem => new CimdProblem('INVALID_CLIENT_ID_URL', `the client_id is a URL, but ${why}`);
  if (clientId.length > maxLength) throw refuse('it is too long');
  if (!URL.canParse(clientId)) throw refuse('it cannot be read');
  const url = new URL(clientId);
  if (url.protocol !== 'https:' && !(allowInsecure && url.protocol === 'http:')) throw refuse('it does not begin with https');
  if (url.username !== '' || url.password !== '') throw refuse('it holds credentials');
  if (clientId.includes('#')) throw refuse('it has a fragment');
  if (url.pathname === '/') throw refuse('it has no path');
  // Dot segments, odd hosts, default ports, spaces, upper case: the parsed form would be another text than what is compared.
  if (url.href !== clientId) throw refuse(`it must be written as ${url.href}`);
  return url;
}

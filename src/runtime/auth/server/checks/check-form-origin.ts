import type { HttpExchange } from '../../../web/exchange.ts';
import { SignInProblem } from '../responses/problems.ts';
import type { ServerAddress } from '../address/server-address.ts';
import { checkCsrf } from './check-csrf.ts';

/**
 * Whether a page of ours sent this form. A page of a sibling host can set our cookies and send what the attacker opened: the victim would be
 * signed in as the attacker. Browsers say where a form comes from; a request that says nothing is no browser's, and has no victim.
 * @param csrf value of the page that is open
 * @param sent `csrf` of the form
 * @throws {SignInProblem}
 */
export async function checkFormOrigin(
  exchange: HttpExchange,
  { baseUrl }: Pick<ServerAddress, 'baseUrl'>,
  { csrf, sent }: { readonly csrf: string | undefined; readonly sent: string | undefined },
): Promise<void> {
  if (sent !== undefined) await checkCsrf({ csrf }, sent);
  // Forms that are sent by GET must bring the value, which their endpoint asks for.
  if (exchange.method !== 'POST') return;
  const site = exchange.header('sec-fetch-site')?.toLowerCase();
  if (site === 'same-origin') return;
  const origin = exchange.header('origin');
  if (site === undefined && (origin === undefined || origin === new URL(baseUrl).origin)) return;
  // A page that hides where it is has nothing but the value to show.
  if (site === undefined && origin === 'null' && sent !== undefined) return;
  throw new SignInProblem('This form was sent by another site', 403);
}

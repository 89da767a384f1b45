import type { LoginOptions } from '../../../define/sign-in-options.ts';
import type { HttpAnswer, HttpExchange } from '../../../web/exchange.ts';
import { parseFields, type FormFields } from '../../../web/form.ts';
import { answerWithPage } from '../responses/error-response.ts';
import { Parameters } from '../endpoints/parameters.ts';
import type { AuthPages } from '../pages/page-types.ts';
import { SignInProblem } from '../responses/problems.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import type { AuthEndpoint } from '../endpoints/auth-endpoint.ts';
import type { SignInFlow } from '../sign-in/sign-in-step.ts';

export interface GetCallbackOptions extends Pick<AuthorizationServices, 'logger'> {
  readonly flow: SignInFlow;
  readonly pages: AuthPages;
  readonly login: LoginOptions | undefined;
}

/** Characters of a query; a longer form is posted. Hosts take 16 kB of headers in all. */
const maxQueryLength = 8192;

/**
 * `GET /oauth/callback`: forms of custom pages only, with the value that the page was given. Any page of the web can make a browser go to
 * an address, so that the cookie alone would not show that our own page asked.
 */
export const getCallback = ({ flow, logger, login, pages }: GetCallbackOptions): AuthEndpoint => ({
  method: 'GET',
  path: '/oauth/callback',
  refusesCors: true,
  answer: (exchange: HttpExchange): Promise<HttpAnswer> =>
    answerWithPage(logger, pages, async () => {
      // A look ahead, by a proxy or a mail scanner, must not spend the sign-in.
      if (exchange.method !== 'GET') return { status: 405, headers: { allow: 'GET, POST' } };
      if (exchange.query.length > maxQueryLength) throw new SignInProblem('The request is too long');
      const form = parseFields(exchange.query);
      refusePasswords(form, login);
      // Here, because a posted form may come without.
      new Parameters(form, (message) => new SignInProblem(message)).require('csrf');
      return flow.submit(exchange, form);
    }),
});

/** Addresses are kept in histories and logs. */
function refusePasswords(form: FormFields, login: LoginOptions | undefined): void {
  const secret = Object.entries(login?.fields ?? {}).flatMap(([name, { type }]) => (type === 'password' ? [name] : []));
  const sent = [...secret, 'password'].find((name) => form.has(name));
  if (sent !== undefined) throw new SignInProblem(`${sent} has to be sent by POST: an address is kept in histories and logs`);
}

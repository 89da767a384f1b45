import type { HttpExchange } from '../../../web/exchange.ts';
import { readForm, type FormFields } from '../../../web/form.ts';
import { Parameters } from './parameters.ts';
import { OAuthProblem } from '../responses/problems.ts';

/** The longest parameter is a client id that is a URL. */
const maxFormBytes = 65_536;

/** Parameters of a posted form, from the body only: URLs are logged. @throws {OAuthProblem} for a body that is no form */
export async function readParameters(exchange: HttpExchange): Promise<{ readonly form: FormFields; readonly parameters: Parameters }> {
  const body = await readForm(exchange, maxFormBytes);
  if (!('form' in body)) throw new OAuthProblem('invalid_request', body.problem, { status: body.status });
  return { form: body.form, parameters: new Parameters(body.form, (message) => new OAuthProblem('invalid_request', message)) };
}

import { type FormFields, readForm } from '../../../web/form.ts';
import type { HttpExchange } from '../../../web/exchange.ts';
import { OAuthProblem } from '../responses/problems.ts';

/**
 * The parameters of a request: an empty one counts as absent, and a repeated one is refused, because a proxy and this server could use
 * different values (RFC 6749 section 3.1).
 */
export class Parameters {
  readonly #fields: FormFields;
  readonly #refuse: (message: string) => Error;

  /** @param refuse makes the error for a repeated or missing parameter */
  constructor(fields: FormFields, refuse: (message: string) => Error) {
    this.#fields = fields;
    this.#refuse = refuse;
  }

  get(name: string): string | undefined {
    const values = this.#fields.get(name) ?? [];
    if (values.length > 1) throw this.#refuse(`${name} was sent more than once`);
    return values[0] === '' ? undefined : values[0];
  }

  require(name: string): string {
    const value = this.get(name);
    if (value === undefined) throw this.#refuse(`${name} is required`);
    return value;
  }
}

/** The longest parameter is a client id that is a URL. */
const maxFormBytes = 65_536;

/** Parameters of a posted form, from the body only: URLs are logged. @throws {OAuthProblem} for a body that is no form */
export async function readParameters(exchange: HttpExchange): Promise<{ readonly form: FormFields; readonly parameters: Parameters }> {
  const body = await readForm(exchange, maxFormBytes);
  if (!('form' in body)) throw new OAuthProblem('invalid_request', body.problem, { status: body.status });
  return { form: body.form, parameters: new Parameters(body.form, (message) => new OAuthProblem('invalid_request', message)) };
}

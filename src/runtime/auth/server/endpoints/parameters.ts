import type { FormFields } from '../../../web/form.ts';

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

import { BodyTooLarge, BodyTooSlow, BodyUnreadable } from './body-errors.ts';
import type { HttpExchange } from './exchange.ts';

/** Fields of a form or a query; a repeated name keeps all its values in order. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** Why a form was not read, with the status that says so. */
export interface FormRefusal {
  readonly status: number;
  readonly problem: string;
}

/** More names than any form of this server has; more would only fill memory. */
const maxFields = 256;

/** `a=1&b=2`, as in queries and forms. */
export function parseFields(text: string): FormFields {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name);
    if (values !== undefined) values.push(value);
    else if (fields.size < maxFields) fields.set(name, [value]);
  }
  return fields;
}

/** The body of a POST as a form. Other types are refused: JSON would be a second parser for the same parameters. */
export async function readForm(exchange: HttpExchange, limit: number): Promise<{ readonly form: FormFields } | FormRefusal> {
  const type = exchange.header('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type.trim()))
    return { status: 400, problem: 'Content-Type must be application/x-www-form-urlencoded' };
  const body = await readText(exchange, limit);
  return 'text' in body ? { form: parseFields(body.text) } : body;
}

/** The body as text, or why it cannot be had. */
export async function readText(exchange: HttpExchange, limit: number): Promise<{ readonly text: string } | FormRefusal> {
  // Read as it stands, a compressed body would be blamed for what it does not hold.
  if (!/^(?:identity)?$/i.test((exchange.header('content-encoding') ?? '').trim()))
    return { status: 400, problem: 'Content-Encoding is not accepted: send the body as it is' };
  try {
    return { text: await exchange.text(limit) };
  } catch (failure) {
    if (failure instanceof BodyTooLarge) return { status: 413, problem: `the body is over the limit of ${failure.limit} bytes` };
    if (failure instanceof BodyTooSlow) return { status: 408, problem: failure.message };
    if (failure instanceof BodyUnreadable) return { status: 400, problem: failure.message };
    throw failure;
  }
}

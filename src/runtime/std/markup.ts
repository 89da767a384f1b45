import { escapeHtml } from './escape.ts';

/** Text that is markup already; `html` escapes all other values. */
export class Markup {
  /** The HTML. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
  /** The HTML. */
  toString(): string {
    return this.text;
  }
}

/**
 * Markup with its values escaped, for element content and quoted attributes. Lists are joined; `undefined`, `null` and `false` are nothing.
 *
 * @example html`<h1>${flow.title}</h1>${flow.fields.map((field) => html`<input name="${field.name}">`)}`
 */
export function html(parts: TemplateStringsArray, ...values: readonly unknown[]): Markup {
  return new Markup(parts.map((part, at) => part + (at < values.length ? printValue(values[at]) : '')).join(''));
}

/** Markup made by other code. Never pass untrusted text. */
export const rawHtml = (text: string): Markup => new Markup(text);

export function printValue(value: unknown): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(printValue).join('');
  if (typeof value === 'string') return escapeHtml(value);
  return typeof value === 'number' ? String(value) : '';
}

import { escapeHtml, html, rawHtml, scriptJson } from '../std/index.ts';

/** What a template function is given beside the result. */
export interface WidgetHelpers {
  /** Markup with its values escaped: html`<h1>${output.city}</h1>`. */
  readonly html: typeof html;
  /** Text made safe for element content and quoted attributes. */
  escapeHtml(text: string | number): string;
  /** A date in the language and time zone of the person. */
  formatDate(date: string | number | Date, options?: Intl.DateTimeFormatOptions): string;
  /** An amount with its currency, ISO 4217. */
  formatCurrency(amount: number, currency: string): string;
  /** An id for an element; never the same twice in a widget. */
  uniqueId(prefix?: string): string;
  /** A value as JSON that may stand in a script element. */
  jsonEmbed(value: object): string;
}

/** Without `=`, a value in an attribute that its author has not quoted begins no other attribute. */
function inMarkup(value: unknown): unknown {
  if (typeof value === 'string') return rawHtml(escapeHtml(value).replaceAll('=', '&#61;'));
  return Array.isArray(value) ? value.map(inMarkup) : value;
}

/** @param localeOf language and time zone of the host, as far as it says them */
export function createHelpers(localeOf: () => { readonly locale?: string; readonly timeZone?: string }): WidgetHelpers {
  let ids = 0;
  return {
    html: (parts, ...values) => html(parts, ...values.map(inMarkup)),
    escapeHtml: (text) => escapeHtml(String(text)),
    formatDate: (date, options) => {
      const { locale, timeZone } = localeOf();
      return new Date(date).toLocaleString(locale, { ...(timeZone === undefined ? {} : { timeZone }), ...options });
    },
    formatCurrency: (amount, currency) => new Intl.NumberFormat(localeOf().locale, { style: 'currency', currency }).format(amount),
    uniqueId: (prefix = 'w') => `${prefix}-${++ids}`,
    jsonEmbed: scriptJson,
  };
}

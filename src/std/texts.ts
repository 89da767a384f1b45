/** A JSON file's text. */
export const printJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** How the lines of a text end. */
export const lineEndOf = (text: string): '\r\n' | '\n' => (text.includes('\r\n') ? '\r\n' : '\n');

/** The text with the mark that ends a sentence, once. */
export const sentence = (text: string): string => (/[.?]$/.test(text) ? text : `${text}.`);

/** Parts of a message with colons between them; what is said twice, such as an adapter that speaks of itself, stands once. */
export const wordsOnce = (...parts: readonly string[]): string => [...new Set(parts)].join(': ');

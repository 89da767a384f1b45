/** A JSON file's text. */
export const printJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** How the lines of a text end. */
export const lineEndOf = (text: string): '\r\n' | '\n' => (text.includes('\r\n') ? '\r\n' : '\n');

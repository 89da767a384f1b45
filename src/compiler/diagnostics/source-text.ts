/** A text file as findings and planned edits count it: a byte order mark is no part of the text, as for TypeScript. */
export const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

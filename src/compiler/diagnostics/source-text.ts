/** Removes a byte order mark, so that offsets of findings and edits count as TypeScript counts them. */
export const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

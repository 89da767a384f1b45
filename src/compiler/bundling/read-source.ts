import { readFile } from 'node:fs/promises';

/** A source file's text as TypeScript counts it: without a byte order mark, which would move every planned edit by one. */
export async function readSource(path: string): Promise<string> {
  return withoutByteOrderMark(await readFile(path, 'utf8'));
}

export const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

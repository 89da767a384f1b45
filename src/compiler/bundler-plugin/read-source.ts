import { readFile } from 'node:fs/promises';
import { withoutByteOrderMark } from '../diagnostics/index.ts';

/** A source file's text as TypeScript counts it: without a byte order mark, which would move every planned edit by one. */
export async function readSource(path: string): Promise<string> {
  return withoutByteOrderMark(await readFile(path, 'utf8'));
}

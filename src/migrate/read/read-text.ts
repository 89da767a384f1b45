import { readFileSync } from 'node:fs';

/** The text of a file, without the byte order mark that editors on Windows write in front. */
export const readText = (file: string): string => readFileSync(file, 'utf8').replace(/^\uFEFF/, '');

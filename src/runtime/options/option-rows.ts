import { entryRows } from './entry-rows.ts';
import { httpRows } from './http-rows.ts';
import type { OptionRow } from './option-row.ts';
import { serverRows } from './server-rows.ts';

/** Every option of every decorator. */
export const optionRows: readonly OptionRow[] = [...serverRows, ...httpRows, ...entryRows];

import { authoritiesRows } from './authorities-rows.ts';
import { authRows } from './auth-rows.ts';
import { entryRows } from './entry-rows.ts';
import { httpRows } from './http-rows.ts';
import type { OptionRow } from './option-row.ts';
import { operationsRows } from './operations-rows.ts';
import { serverRows } from './server-rows.ts';
import { skillRows } from './skill-rows.ts';
import { taskRows } from './task-rows.ts';

/** Every option of every decorator. */
export const optionRows: readonly OptionRow[] = [
  ...serverRows,
  ...authRows,
  ...httpRows,
  ...operationsRows,
  ...taskRows,
  ...authoritiesRows,
  ...entryRows,
  ...skillRows,
];

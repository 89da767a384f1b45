import { catalog, type Explanation } from '../../compiler/diagnostics/index.ts';
import { configCodes } from '../../config/config-problem.ts';
import { cliCodes } from '../cli-codes.ts';

/** Where a code comes from, in the order in which they are listed. */
const areas: readonly (readonly [string, Readonly<Record<string, Explanation>>])[] = [
  ['Sources', Object.fromEntries(Object.entries(catalog).map(([code, row]) => [code, row.explain]))],
  ['Configuration', configCodes],
  ['Command line', cliCodes],
];

export interface ExplainedCode extends Explanation {
  readonly code: string;
  readonly area: string;
}

/** Every code that a finding can have, explained: the compiler's catalogue, the configuration's and the command line's. */
export function listExplanations(): readonly ExplainedCode[] {
  return areas.flatMap(([area, rows]) => Object.entries(rows).map(([code, explanation]) => ({ code, area, ...explanation })));
}

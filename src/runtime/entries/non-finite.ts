import type { CollectedEntry } from './collected.ts';

/** The nearest `output.allowNonFinite` of a tool and what it is listed in; undefined where none says anything. */
export function nonFiniteOf({ declaration, outputOptions }: CollectedEntry): boolean | undefined {
  for (const options of [declaration.options['output'], ...outputOptions]) {
    if (typeof options === 'object' && options !== null && 'allowNonFinite' in options && typeof options.allowNonFinite === 'boolean')
      return options.allowNonFinite;
  }
  return undefined;
}

import { closestName } from '../std/index.ts';

/** Asks for the known name nearest to what was typed; other advice where none is near. */
export function didYouMean<Other extends string | undefined>(typed: string, known: readonly string[], otherwise: Other): string | Other {
  const near = closestName(typed, known);
  return near === undefined ? otherwise : `Did you mean ${near}?`;
}

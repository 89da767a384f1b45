import { kebabOf, nameProblem } from '@service/sdk/model';
import { usageError } from '../cli-error.ts';
import { partKinds } from './part-kinds.ts';
import type { PartKindName } from './part-kinds.ts';

/** The spellings of one name. */
export interface PartName {
  /** As clients see it: `add-note`. */
  readonly name: string;
  /** `AddNoteTool`. */
  readonly symbol: string;
  /** `Add note`. */
  readonly title: string;
}

/**
 * `add-note`, `addNote`, `AddNoteTool` → the same name.
 * @throws {CliError} exit 2
 */
export function namePart(kind: PartKindName, typed: string): PartName {
  const { suffix } = partKinds[kind];
  const name = kebabOf(typed).replace(new RegExp(`-${kind}$`), '');
  if (!/^[A-Za-z0-9_ -]+$/.test(typed) || !/^[a-z][a-z0-9-]*$/.test(name) || nameProblem(name, 'tool') !== undefined)
    throw usageError('bad-part-name', `'${typed}' cannot be the name of a ${kind}`, {
      hint: 'Use letters, digits and hyphens, beginning with a letter',
    });
  const words = name.split('-').filter((word) => word !== '');
  const capital = (word: string): string => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;
  return { name, symbol: `${words.map(capital).join('')}${suffix}`, title: capital(words.join(' ')) };
}

import { kebabOf, nameProblem } from '@service/sdk/model';
import type { OwnerList } from '../../compiler/index.ts';
import { usageError } from '../cli-error.ts';

/** Kinds of parts that `service generate` makes: a file of the template `parts`, and its destination. */
interface PartKind {
  /** Option of the owner that lists it. */
  readonly list: OwnerList;
  /** End of the class name. */
  readonly suffix: string;
  /** Folder beside the entry, where the owner has none of this kind yet. */
  readonly folder: string;
  /** Default owner without --app: the only app, or the server. */
  readonly owner: 'app' | 'server';
}

export const partKinds = {
  tool: { list: 'tools', suffix: 'Tool', folder: 'tools', owner: 'app' },
  resource: { list: 'resources', suffix: 'Resource', folder: 'resources', owner: 'app' },
  prompt: { list: 'prompts', suffix: 'Prompt', folder: 'prompts', owner: 'app' },
  plugin: { list: 'plugins', suffix: 'Plugin', folder: 'plugins', owner: 'server' },
  provider: { list: 'providers', suffix: 'Provider', folder: 'providers', owner: 'server' },
  app: { list: 'apps', suffix: 'App', folder: '', owner: 'server' },
} as const satisfies Readonly<Record<string, PartKind>>;

export type PartKindName = keyof typeof partKinds;

export const isPartKind = (name: string): name is PartKindName => Object.hasOwn(partKinds, name);

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

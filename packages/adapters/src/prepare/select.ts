import { closestName, matchesGlob } from '@service/sdk/internal';
import type { DescribedOperation, GenerateOptions } from '../openapi-options.ts';
import type { LeftOut, SourceOperation } from './operations.ts';

/** An operation with the name of its tool. */
export interface NamedOperation extends SourceOperation {
  readonly name: string;
  /** Why it is not called as in the description. */
  readonly renamed: string | undefined;
}

export interface Selection {
  readonly kept: readonly NamedOperation[];
  readonly leftOut: readonly LeftOut[];
  /** Words of the options that no operation has. */
  readonly unmatched: readonly string[];
}

/** The operations that the options ask for. */
export function selectOperations(operations: readonly NamedOperation[], options: GenerateOptions): Selection {
  const { excludeOperations = [], filterFn, includeOperations } = options;
  const leftOut: LeftOut[] = [];
  const kept = operations.filter((operation) => {
    const why =
      includeOperations !== undefined && !isAmong(operation, includeOperations)
        ? 'not in includeOperations'
        : isAmong(operation, excludeOperations)
          ? 'in excludeOperations'
          : filterFn !== undefined && !filterFn(publicPart(operation))
            ? 'filterFn'
            : undefined;
    if (why !== undefined) leftOut.push({ about: operation.about, why, isChosen: true });
    return why === undefined;
  });
  const words = [
    ...(includeOperations ?? []).map((word) => ['includeOperations', word] as const),
    ...excludeOperations.map((word) => ['excludeOperations', word] as const),
  ];
  const unmatched = words.flatMap(([option, word]) => {
    if (operations.some((operation) => isAmong(operation, [word]))) return [];
    const meant = closestName(word, operations.flatMap(wordsOf));
    return [`generateOptions.${option}: no operation is called "${word}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`];
  });
  return { kept, leftOut, unmatched };
}

const wordsOf = ({ about, name, operationId }: NamedOperation): readonly string[] => [
  name,
  about,
  ...(operationId === undefined ? [] : [operationId]),
];

const isAmong = (operation: NamedOperation, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => wordsOf(operation).some((word) => matchesGlob(pattern, word)));

const publicPart = ({ deprecated, description, method, name, operationId, path, summary, tags }: NamedOperation): DescribedOperation => ({
  name, method, path, operationId, tags, summary, description, deprecated,
}); // prettier-ignore

/**
 * Which operations fit into a number of tokens: those that are not deprecated before others, what is near the root of the API before what is
 * deep inside, and of these the cheaper. @returns indexes
 */
export function withinBudget(
  operations: readonly { readonly path: string; readonly deprecated: boolean; readonly tokens: number }[],
  maxTokens: number,
): ReadonlySet<number> {
  const depth = (path: string): number => path.split('/').filter((step) => step !== '').length + (path.match(/\{/g)?.length ?? 0);
  const ranked = operations
    .map((operation, index) => ({ ...operation, index, depth: depth(operation.path) }))
    .toSorted(
      (one, other) =>
        Number(one.deprecated) - Number(other.deprecated) ||
        one.depth - other.depth ||
        one.tokens - other.tokens ||
        one.index - other.index,
    );
  const kept = new Set<number>();
  let left = maxTokens;
  for (const { index, tokens } of ranked) {
    if (tokens > left) continue;
    left -= tokens;
    kept.add(index);
  }
  return kept;
}

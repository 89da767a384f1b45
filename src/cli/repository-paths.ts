import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Diagnostic } from '../compiler/diagnostics/index.ts';

/**
 * Code scanning and pull requests know files by their path from the root of the repository, findings by that from the project.
 * @returns maps spans to paths from the root of the repository; unchanged outside of one
 */
export function repositorySpans(projectRoot: string): (span: Span) => Span {
  const repository = findRepository(projectRoot);
  const folder = repository === undefined ? '' : relative(repository, projectRoot).replaceAll('\\', '/');
  return folder === '' ? (span) => span : (span) => ({ ...span, file: `${folder}/${span.file}` });
}

/** Findings with the spans of {@link repositorySpans}. */
export function inRepository(diagnostics: readonly Diagnostic[], projectRoot: string): readonly Diagnostic[] {
  const spanOf = repositorySpans(projectRoot);
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    span: diagnostic.span && spanOf(diagnostic.span),
    related: diagnostic.related?.map((other) => ({ ...other, span: spanOf(other.span) })),
  }));
}

type Span = NonNullable<Diagnostic['span']>;

/** The nearest folder with `.git`, which is a file in a worktree and in a submodule. */
function findRepository(from: string): string | undefined {
  if (existsSync(join(from, '.git'))) return from;
  return dirname(from) === from ? undefined : findRepository(dirname(from));
}

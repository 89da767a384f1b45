import type { LoadedProject } from './1-load/index.ts';
import type { CompletedProject, ResolvedProject } from './3-resolve/index.ts';
import type { Evaluation } from './4-evaluate/index.ts';
import type { PlanInput, SchemaInput } from './6-plan/index.ts';
import type { SchemaSources } from './model/schemas.ts';

interface KnownSources {
  readonly loaded: LoadedProject;
  readonly resolved: ResolvedProject;
  readonly schemas: SchemaSources | undefined;
}

interface KnownServer extends CompletedProject {
  readonly evaluation: Evaluation;
}

/** What phase 6 plans with, whatever the target. */
export function planInput({ loaded, resolved, schemas }: KnownSources, known: KnownServer): Omit<PlanInput, 'target'> {
  const { evaluation, model, others } = known;
  const { contextMembers, spanOfOption, dynamicOptions, view } = resolved;
  return {
    model,
    others,
    dynamicOptions,
    openLists: view?.openLists ?? [],
    contextMembers,
    edits: resolved.edits(),
    warnings: evaluation.warnings ?? [],
    locationOfOption: spanOfOption,
    ...(schemas === undefined
      ? {}
      : { schemas: { sources: schemas, evaluated: evaluation.sites ?? [], textOf: textsOf(loaded.ownFiles()) } }),
  };
}

/** Text by absolute path. */
function textsOf(files: readonly { readonly fileName: string; readonly text: string }[]): SchemaInput['textOf'] {
  const texts = new Map(files.map(({ fileName, text }) => [fileName, text]));
  return (file) => texts.get(file) ?? '';
}

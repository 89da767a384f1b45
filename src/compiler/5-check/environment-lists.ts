import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { VariableRead } from '../model/environment-sources.ts';

interface Other {
  readonly model: CompiledModel;
  readonly when: string;
}

/** Reports entries that other environments add or omit: checks and contracts cover only those of the build's environment. */
export function checkEnvironmentLists(
  model: CompiledModel,
  others: readonly Other[],
  environment: readonly VariableRead[],
): readonly Diagnostic[] {
  const own = namesOf(model);
  for (const { model: other, when } of others) {
    const theirs = namesOf(other);
    const different = [...own, ...theirs].filter((name) => own.has(name) !== theirs.has(name));
    if (different.length === 0) continue;
    const read =
      environment.find(({ name, span }) => span !== undefined && when.includes(name)) ?? environment.find(({ span }) => span !== undefined);
    const span = read?.span ?? model.spans['server'];
    return [diagnose('environment-lists', { entries: different.slice(0, maxNames), when }, { span })];
  }
  return [];
}

const maxNames = 5;

const namesOf = ({ server }: CompiledModel): ReadonlySet<string> =>
  new Set(
    [...server.tools, ...server.resources, ...server.resourceTemplates, ...server.prompts].map(
      ({ kind, listedName }) => `${kind} "${listedName}"`,
    ),
  );

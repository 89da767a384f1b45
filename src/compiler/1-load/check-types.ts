import { type Diagnostic, diagnose, DiagnosticCollector } from '../diagnostics/index.ts';
import type { LoadedProject, SourceFile } from './load-project.ts';
import { moduleProblem } from './project-settings.ts';
import { toDiagnostic } from './to-diagnostic.ts';

/**
 * TypeScript's type errors in the project's own files; the program and its checker are those that reading uses. Between two files others
 * get their turn: the definitions are evaluated meanwhile, in processes of their own.
 */
export async function checkTypes(
  loaded: LoadedProject,
  { skips, signal }: { readonly skips?: (file: SourceFile) => boolean; readonly signal?: AbortSignal } = {},
): Promise<readonly Diagnostic[]> {
  const found = new DiagnosticCollector();
  const { program } = loaded;
  const problem = moduleProblem(loaded.root, program.getCompilerOptions());
  if (problem !== undefined) return [diagnose('invalid-tsconfig', { detail: problem })];
  await othersTurn();
  for (const diagnostic of [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()])
    found.add(toDiagnostic(diagnostic, loaded.root));
  for (const file of loaded.ownFiles()) {
    if (skips?.(file) === true) continue;
    await othersTurn();
    signal?.throwIfAborted();
    for (const diagnostic of program.getSemanticDiagnostics(file)) found.add(toDiagnostic(diagnostic, loaded.root));
  }
  return found.diagnostics;
}

const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

import { type Diagnostic, DiagnosticCollector } from '../diagnostics/index.ts';
import type { LoadedProject } from './load-project.ts';
import { toDiagnostic } from './to-diagnostic.ts';

/** TypeScript's type errors in the project's own files; the program and its checker are those that reading uses. */
export function checkTypes(loaded: LoadedProject): readonly Diagnostic[] {
  const found = new DiagnosticCollector();
  const program = loaded.project.getProgram().compilerObject;
  for (const diagnostic of [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()])
    found.add(toDiagnostic(diagnostic, loaded.root));
  for (const file of loaded.ownFiles()) {
    for (const diagnostic of program.getSemanticDiagnostics(file)) found.add(toDiagnostic(diagnostic, loaded.root));
  }
  return found.diagnostics;
}

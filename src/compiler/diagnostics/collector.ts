import { type DiagnosticCode, diagnose, type ParamsOf } from './catalog.ts';
import type { Diagnostic } from './diagnostic.ts';

/** Collects the findings of a phase; the same finding at the same place is kept once. */
export class DiagnosticCollector {
  readonly #found = new Map<string, Diagnostic>();

  report<Code extends DiagnosticCode>(code: Code, params: ParamsOf<Code>, place?: Pick<Diagnostic, 'span' | 'suggestion' | 'related'>): void {
    this.add(diagnose(code, params, place));
  }

  add(...diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) {
      const { span } = diagnostic;
      this.#found.set(`${diagnostic.code}|${span?.file}|${span?.start}|${diagnostic.message}`, diagnostic);
    }
  }

  get diagnostics(): readonly Diagnostic[] {
    return sortDiagnostics([...this.#found.values()]);
  }
}

/** By file, then by place; what has no place comes first. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort((a, b) => {
    if (a.span === undefined || b.span === undefined) return (a.span === undefined ? 0 : 1) - (b.span === undefined ? 0 : 1);
    if (a.span.file !== b.span.file) return a.span.file < b.span.file ? -1 : 1;
    return a.span.start - b.span.start;
  });
}

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean => diagnostics.some(({ severity }) => severity === 'error');

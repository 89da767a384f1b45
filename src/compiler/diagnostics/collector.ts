import { type DiagnosticCode, diagnose, type ParamsOf } from './catalog.ts';
import type { Diagnostic, DiagnosticLocation } from './diagnostic.ts';

/** Collects the findings of a phase; the same finding at the same location is kept once. */
export class DiagnosticCollector {
  readonly #found = new Map<string, Diagnostic>();

  report<Code extends DiagnosticCode>(code: Code, params: ParamsOf<Code>, location?: DiagnosticLocation): void {
    this.add(diagnose(code, params, location));
  }

  add(...diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) {
      const { span } = diagnostic;
      this.#found.set(`${diagnostic.code}|${span?.file}|${span?.start}|${diagnostic.message}`, diagnostic);
    }
  }

  get diagnostics(): readonly Diagnostic[] {
    return sortDiagnostics(withoutEchoes([...this.#found.values()]));
  }
}

/** Leaves out errors of TypeScript inside a span for which this compiler reports an error itself. */
function withoutEchoes(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const ours = diagnostics.filter(
    ({ code, severity, span }) => severity === 'error' && span !== undefined && code !== 'type-error' && code !== 'syntax-error',
  );
  const echoes = ({ span }: Diagnostic, of: Diagnostic): boolean =>
    span !== undefined &&
    of.span !== undefined &&
    span.file === of.span.file &&
    of.span.start <= span.start &&
    span.start < Math.max(of.span.end, of.span.start + 1);
  return diagnostics.filter((diagnostic, index) => {
    if (diagnostic.code === 'type-error') return !ours.some((one) => echoes(diagnostic, one));
    // Two checks may refuse the same value: its first finding is kept.
    return (
      diagnostic.code !== 'wrong-option-type' ||
      !diagnostics
        .slice(0, index)
        .some(
          (one) => one.code === diagnostic.code && one.span?.start === diagnostic.span?.start && one.span?.file === diagnostic.span?.file,
        )
    );
  });
}

/** By file, then by position; findings without a file come first. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort((a, b) => {
    if (a.span === undefined || b.span === undefined) return (a.span === undefined ? 0 : 1) - (b.span === undefined ? 0 : 1);
    if (a.span.file !== b.span.file) return a.span.file < b.span.file ? -1 : 1;
    return a.span.start - b.span.start;
  });
}

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean => diagnostics.some(({ severity }) => severity === 'error');

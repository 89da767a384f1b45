import type { Diagnostic } from '../../compiler/diagnostics/index.ts';
import type { PageFinding } from './page-types.ts';

/** A finding of the compiler, as the page shows it. */
export function pageFinding({ code, hint, message, severity, span }: Diagnostic): PageFinding {
  const place = span === undefined ? {} : { place: `${span.file}:${span.line}:${span.column}` };
  return { severity, code, message, ...place, ...(hint === undefined ? {} : { hint }) };
}

import type { ServerModel } from '@service/sdk/model';
import type { Diagnostic } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';

export interface PlannedValidators {
  /** The module's text; undefined when no tool needs one. */
  readonly module?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Tools whose arguments are described by JSON Schema itself (adapters) are checked by functions that ajv writes at build time, so that a
 * bundle needs neither ajv nor `eval`.
 */
export async function planValidators(server: ServerModel, spans: Readonly<Record<string, Span>>): Promise<PlannedValidators> {
  const raw = server.tools.filter((tool) => tool.inputKind === 'raw');
  if (raw.length === 0) return { diagnostics: [] };
  // ajv takes longer to load than a plan to make, and most servers have no such tool.
  const { compileValidators } = await import('./compile-validators.ts');
  return compileValidators(raw, spans);
}

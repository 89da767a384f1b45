import type { ToolModel } from '@service/sdk/model';
import type { Span } from '../model/span.ts';
import type { PlannedValidators } from './compile-validators.ts';

/**
 * Tools whose arguments are described by JSON Schema itself (adapters) are checked by functions that ajv writes at build time, so that a
 * bundle needs neither ajv nor `eval`.
 */
export async function planValidators(tools: readonly ToolModel[], spans: Readonly<Record<string, Span>>): Promise<PlannedValidators> {
  const raw = tools.filter((tool) => tool.inputKind === 'raw');
  if (raw.length === 0) return { diagnostics: [] };
  // ajv takes longer to load than a plan to make, and most servers have no such tool.
  const { compileValidators } = await import('./compile-validators.ts');
  return compileValidators(raw, spans);
}

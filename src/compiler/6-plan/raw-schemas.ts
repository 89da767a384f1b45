import { messageOf } from '@service/sdk/internal';
import { compileSchema } from '@service/sdk/json-schema';
import type { ToolModel } from '@service/sdk/model';
import type { Diagnostic } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';
import { type PlannedValidators, unusableSchema } from './planned-validators.ts';

/** A function costs a build some 10 ms and a bundle 4 kB, and saves a call some microseconds: an API with a thousand tools is better without. */
const maxCompiled = 100;

/**
 * Tools whose arguments are described by JSON Schema itself (adapters) are checked by functions that ajv writes at build time, so that a
 * bundle needs neither ajv nor `eval`; where there are many, by the interpreter of the run time.
 */
export async function planValidators(tools: readonly ToolModel[], spans: Readonly<Record<string, Span>>): Promise<PlannedValidators> {
  const raw = tools.filter((tool) => tool.inputKind === 'raw');
  if (raw.length === 0) return { diagnostics: [] };
  if (raw.length > maxCompiled) return { isInterpreted: true, diagnostics: raw.flatMap((tool) => findingsOf(tool, spans)) };
  // ajv takes longer to load than a plan to make, and most servers have no such tool.
  const { compileValidators } = await import('./compile-validators.ts');
  return compileValidators(raw, spans);
}

function findingsOf(tool: ToolModel, spans: Readonly<Record<string, Span>>): readonly Diagnostic[] {
  try {
    compileSchema(tool.inputSchema);
    return [];
  } catch (failure) {
    return [unusableSchema(tool, messageOf(failure), spans)];
  }
}

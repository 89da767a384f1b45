import type { ToolModel } from '@service/sdk/model';
import { diagnose, type Diagnostic } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';

/** The finding of a raw JSON Schema that is none. */
export const unusableSchema = (tool: ToolModel, problem: string, spans: Readonly<Record<string, Span>>): Diagnostic =>
  diagnose('raw-schema-invalid', { tool: tool.name, problem }, { span: spans[tool.id] ?? spans['server'] });

import type { ToolModel } from '@service/sdk/model';
import { diagnose, type Diagnostic } from '../diagnostics/index.ts';
import type { Span } from '../model/span.ts';

/** How the arguments of tools with raw JSON Schemas are checked. */
export interface PlannedValidators {
  /** The module's text; undefined when no tool needs one. */
  readonly module?: string;
  /** The run time interprets the schemas. */
  readonly isInterpreted?: true;
  readonly diagnostics: readonly Diagnostic[];
}

/** The finding of a raw JSON Schema that is none. */
export const unusableSchema = (tool: ToolModel, problem: string, spans: Readonly<Record<string, Span>>): Diagnostic =>
  diagnose('raw-schema-invalid', { tool: tool.name, problem }, { span: spans[tool.id] ?? spans['server'] });

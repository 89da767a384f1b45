import type { ToolResult } from '@service/react';

/** A call and its answer, for the widget that shows it. */
export interface ShownCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result?: ToolResult;
  readonly error?: string;
}

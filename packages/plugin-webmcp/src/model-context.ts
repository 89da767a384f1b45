/* WebMCP as browsers have it: a draft of the Web Machine Learning Community Group. */
import type { JsonObject } from '@service/sdk/model';

/** A tool as a browser takes it. */
export interface BrowserTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema?: JsonObject;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly untrustedContentHint?: boolean };
  /** The browser checks no arguments. */
  readonly execute: (input: JsonObject, more?: { readonly signal?: AbortSignal }) => Promise<JsonObject | string>;
}

/** `document.modelContext`. */
export interface ModelContext {
  /** Rejects a name that is taken or not allowed. The tool is there until the signal is aborted. */
  registerTool(tool: BrowserTool, options: { readonly signal: AbortSignal }): Promise<void> | void;
  /** Earlier browsers have this in place of the signal. */
  unregisterTool?(name: string): void;
}

interface Page {
  readonly document?: { readonly modelContext?: ModelContext };
  /** Where earlier browsers have it. */
  readonly navigator?: { readonly modelContext?: ModelContext };
}

/** The browser's model context; undefined in other browsers, in pages without TLS and on servers. */
export function modelContext(): ModelContext | undefined {
  const { document, navigator } = globalThis as Page;
  return document?.modelContext ?? navigator?.modelContext;
}

/** @returns once the browser has the tool. @throws {Error} why it does not take it */
export async function registerTool(context: ModelContext, tool: BrowserTool, signal: AbortSignal): Promise<void> {
  await context.registerTool(tool, { signal });
  const withdraw = (): void => context.unregisterTool?.(tool.name);
  if (signal.aborted) withdraw();
  else signal.addEventListener('abort', withdraw, { once: true });
}

import { AskingContext } from './asking-context.ts';
import { makeDetachable } from './detachable-methods.ts';

declare const contextKind: unique symbol;

/** A small part of `ToolContext` that identifies it, cheap for the type checker to compare. */
export interface ToolKind {
  readonly toolId: string;
  readonly toolName: string;
}

/**
 * Base class of tools.
 *
 * @example
 * \@Tool({ name: 'add', description: 'Adds two numbers', inputSchema: { a: z.number(), b: z.number() } })
 * class Add extends ToolContext {
 *   execute(input: { a: number; b: number }) {
 *     return input.a + input.b;
 *   }
 * }
 */
export abstract class ToolContext<Input = unknown, Output = unknown> extends AskingContext {
  static {
    makeDetachable(this.prototype);
  }

  /** Distinguishes the kinds of entries for the type checker. */
  declare readonly [contextKind]: 'tool';

  /** The author's method. */
  abstract execute(input: Input): Output | Promise<Output>;

  /** Current input: as parsed, once it is. */
  get input(): Input {
    return this.frame.history.input.at(-1)?.value as Input;
  }
  /** Current output; `undefined` before the handler has returned. */
  get output(): Output | undefined {
    return this.frame.history.output.at(-1)?.value as Output | undefined;
  }
  /** Every value the input had, with the stage that set it. */
  get inputHistory(): readonly { readonly stage: string; readonly value: unknown }[] {
    return this.frame.history.input;
  }
  /** Every value the output had, with the stage that set it. */
  get outputHistory(): readonly { readonly stage: string; readonly value: unknown }[] {
    return this.frame.history.output;
  }
  /** Options of the decorator or builder. */
  get metadata(): Readonly<Record<string, unknown>> {
    return this.frame.entry.metadata;
  }
  /** Id of the tool, its name unless the decorator gives one. */
  get toolId(): string {
    return this.frame.entry.id;
  }
  /** Name of the tool in its declaration. */
  get toolName(): string {
    return this.frame.entry.name;
  }
  /**
   * With `execution: { taskStart: 'manual' }`: answers the caller with a task and goes on in the background. What is asked before is
   * asked in rounds of the call; what is asked after, the client finds in the task. Does nothing for callers that know no tasks.
   * @throws {ServiceError} CONCURRENCY_LIMIT when the caller has too many tasks
   */
  async startTask(): Promise<void> {
    await this.frame.startTask?.();
  }
  /** AI platform guessed from the client's name. */
  get platform(): string {
    return platformOf(this.frame.clientInfo?.name);
  }
}

const platforms: readonly (readonly [string, string])[] = [
  ['openai', 'openai'],
  ['chatgpt', 'openai'],
  ['claude', 'claude'],
  ['gemini', 'gemini'],
  ['cursor', 'cursor'],
  ['continue', 'continue'],
  ['cody', 'cody'],
  ['ext-apps', 'ext-apps'],
  ['mcp', 'generic-mcp'],
];

function platformOf(clientName: string | undefined): string {
  const name = clientName?.toLowerCase() ?? '';
  return platforms.find(([part]) => name.includes(part))?.[1] ?? 'unknown';
}

import type { JsonObject } from '../model/index.ts';
import { elicit, type ElicitAnswer, type ElicitOptions } from './elicitation.ts';
import { ExecutionContextBase } from './execution-context.ts';
import type { HandlerInput, InputSchema } from './schema-types.ts';

declare const contextKind: unique symbol;

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
export abstract class ToolContext<Input = unknown, Output = unknown> extends ExecutionContextBase {
  /** Tells the kinds of entry apart for the type checker. */
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
  get outputHistory(): readonly { readonly stage: string; readonly value: unknown }[] {
    return this.frame.history.output;
  }
  /** What the decorator or builder was given. */
  get metadata(): Readonly<Record<string, unknown>> {
    return this.frame.entry.metadata;
  }
  get toolId(): string {
    return this.frame.entry.id;
  }
  get toolName(): string {
    return this.frame.entry.name;
  }
  /** AI platform guessed from the client's name. */
  get platform(): string {
    return platformOf(this.frame.clientInfo?.name);
  }

  /**
   * Asks the person behind the client. On 2026-07-28 the code before the `await` runs again in the next round.
   * @throws {ServiceError} ELICITATION_TIMEOUT
   * @throws {ProtocolError} -32021 when the client cannot ask
   */
  elicit<const S extends InputSchema>(message: string, schema: S, options: ElicitOptions = {}): Promise<ElicitAnswer<HandlerInput<S>>> {
    return elicit(this.frame, { message, schema, options });
  }
  /** Asks the client's model (`sampling/createMessage`). */
  sample(params: JsonObject, options: { readonly key?: string } = {}): Promise<JsonObject> {
    return this.frame.ask({ ...options, method: 'sampling/createMessage', params });
  }
  /** The client's roots (`roots/list`). */
  async listRoots(options: { readonly key?: string } = {}): Promise<readonly JsonObject[]> {
    const { roots } = await this.frame.ask({ ...options, method: 'roots/list', params: {} });
    return Array.isArray(roots)
      ? roots.filter((root): root is JsonObject => typeof root === 'object' && root !== null && !Array.isArray(root))
      : [];
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

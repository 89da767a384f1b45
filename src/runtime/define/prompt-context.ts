import { AskingContext } from './asking-context.ts';

declare const contextKind: unique symbol;

/** Base class of prompts. */
export abstract class PromptContext<Args extends object = Record<string, string>, Output = unknown> extends AskingContext {
  declare readonly [contextKind]: 'prompt';

  /** The author's method. */
  abstract execute(args: Args): Output | Promise<Output>;

  /** Arguments that the client gave. */
  get args(): Args {
    return this.frame.history.input.at(-1)?.value as Args;
  }
  /** Options of the decorator or builder. */
  get metadata(): Readonly<Record<string, unknown>> {
    return this.frame.entry.metadata;
  }
}

/** Mark of a prompt class: one member, cheap to compare. */
export type PromptKind = Pick<PromptContext, typeof contextKind>;

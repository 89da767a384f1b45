import type { PromptArgs, PromptArgument, PromptMetadata } from './entry-metadata.ts';
import { declare, type AnyClass } from './metadata.ts';
import type { PromptContext } from './prompt-context.ts';

type PromptClass<Args> = abstract new (...args: never[]) => Pick<PromptContext, 'getAuthInfo'> & { execute: (args: Args) => unknown };

/** What `prompt(meta)(handler)` returns: goes into a list of prompts. */
export interface PromptEntry {
  readonly kind: 'prompt';
}

/**
 * Declares a class as a prompt.
 *
 * @example
 * \@Prompt({ name: 'review', arguments: [{ name: 'code', required: true }] })
 * class Review extends PromptContext {
 *   execute(args: { code: string }) {
 *     return `Review this:\n${args.code}`;
 *   }
 * }
 */
export function Prompt<const A extends readonly PromptArgument[] = readonly []>(metadata: PromptMetadata<A>) {
  return (target: PromptClass<PromptArgs<A>>, _context?: unknown): void => {
    const decorated: AnyClass = target;
    declare(decorated, { kind: 'prompt', options: { ...metadata }, target: decorated });
  };
}

/**
 * A prompt from a function; the arguments' types follow from the metadata.
 *
 * @example
 * export const review = prompt({ name: 'review', arguments: [{ name: 'code', required: true }, { name: 'tone' }] })(
 *   ({ code, tone = 'friendly' }) => `Review this in a ${tone} tone:\n${code}`,
 * );
 */
export function prompt<const A extends readonly PromptArgument[] = readonly []>(metadata: PromptMetadata<A>) {
  return (handler: (args: PromptArgs<A>, ctx: PromptContext) => unknown): PromptEntry => {
    const entry: PromptEntry = Object.freeze({ kind: 'prompt' });
    declare(entry, { kind: 'prompt', options: { ...metadata }, handler });
    return entry;
  };
}

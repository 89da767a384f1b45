import type { CheckedParameters } from './class-checks.ts';
import type { PromptArgs, PromptArgument, PromptMetadata } from './entry-metadata.ts';
import type { PromptEntry } from './list-items.ts';
import { declare, type AnyClass } from './metadata.ts';
import { PromptContext, type PromptKind } from './prompt-context.ts';

/** A class that may have `@Prompt`. Not generic, so that the type checker compares each class once. */
type PromptClass = abstract new (...args: never[]) => PromptKind & { execute(...args: never[]): unknown };

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
  return <C extends PromptClass>(target: C & CheckedParameters<C, [PromptArgs<A>]>, _context?: unknown): void => {
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
    declare(entry, { kind: 'prompt', options: { ...metadata }, handler, context: PromptContext });
    return entry;
  };
}

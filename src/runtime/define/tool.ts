import type { CheckedExecute } from './class-checks.ts';
import type { ToolMetadata } from './entry-metadata.ts';
import type { ToolEntry } from './list-items.ts';
import { declare, type AnyClass } from './metadata.ts';
import type { AnySchema, HandlerInput, HandlerOutput, InputSchema, OutputSchema, RawShape } from './schema-types.ts';
import { ToolContext, type ToolKind } from './tool-context.ts';

/** A class that may carry `@Tool`. Not generic, so that it is compared once a class and cheaply. */
type ToolClass = abstract new (...args: never[]) => ToolKind & { execute(...args: never[]): unknown };

/**
 * Declares a class as a tool.
 *
 * @example
 * \@Tool({ name: 'add', description: 'Adds two numbers', inputSchema: { a: z.number(), b: z.number() } })
 * class Add extends ToolContext {
 *   execute(input: { a: number; b: number }) {
 *     return input.a + input.b;
 *   }
 * }
 */
export function Tool<S extends InputSchema = Record<never, never>, const O extends OutputSchema = undefined>(metadata: ToolMetadata<S, O>) {
  return <C extends ToolClass>(target: C & CheckedExecute<C, HandlerInput<S>, HandlerOutput<O>>, _context?: unknown): void => {
    const decorated: AnyClass = target;
    declare(decorated, { kind: 'tool', options: { ...metadata }, target: decorated });
  };
}

/**
 * A tool from a function; the input's type follows from the schema.
 *
 * @example
 * export const add = tool({ name: 'add', description: 'Adds two numbers', inputSchema: { a: z.number(), b: z.number() } })(
 *   (input) => input.a + input.b,
 * );
 */
export function tool<S extends InputSchema = Record<never, never>, const O extends OutputSchema = undefined>(metadata: ToolMetadata<S, O>) {
  return <R extends HandlerOutput<O> | Promise<HandlerOutput<O>>>(
    handler: (input: HandlerInput<S>, ctx: ToolContext<HandlerInput<S>>) => R,
  ): ToolEntry<HandlerInput<S>, Awaited<R>> => {
    const entry: ToolEntry<HandlerInput<S>, Awaited<R>> = Object.freeze({ kind: 'tool' });
    declare(entry, { kind: 'tool', options: { ...metadata }, handler, context: ToolContext });
    return entry;
  };
}

/** Input type of a tool class, of a function-made tool, of tool metadata, of a raw shape, or of a schema. */
export type ToolInputOf<T> =
  T extends ToolEntry<infer I>
    ? I
    : T extends abstract new (...args: never[]) => { execute: (input: infer I) => unknown }
      ? I
      : T extends AnySchema
        ? HandlerInput<T>
        : T extends { readonly inputSchema: infer S extends InputSchema }
          ? HandlerInput<S>
          : T extends RawShape
            ? HandlerInput<T>
            : never;

/** Result type of a tool class or of a function-made tool, or what an `outputSchema` lets a handler return. */
export type ToolOutputOf<T> =
  T extends ToolEntry<unknown, infer O>
    ? O
    : T extends abstract new (...args: never[]) => { execute: (input: never) => infer R }
      ? Awaited<R>
      : T extends { readonly outputSchema: infer S extends OutputSchema }
        ? HandlerOutput<S>
        : never;

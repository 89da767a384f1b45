/**
 * Refuses, at the decorator, an `execute` whose parameter is `any`, does not take what the schema makes of the arguments or has members
 * that the schema never makes, and one whose result does not fit the output schema. One conditional type for all of it: comparing generic class types costs far more.
 */
export type CheckedExecute<C, Input, Output> = C extends abstract new (...args: never[]) => { execute(...args: infer P): infer R }
  ? CheckedInput<P, Input> & CheckedReturn<R, Output>
  : unknown;

/**
 * The same for a resource (`execute(uri, params)`) and a prompt (`execute(args)`): their inputs are records of texts, whose optional
 * members may be written with or without `undefined`.
 */
export type CheckedParameters<C, Wanted extends readonly unknown[]> = C extends abstract new (...args: never[]) => {
  execute(...args: infer P): unknown;
}
  ? CheckedList<P, Wanted>
  : unknown;

type CheckedList<P, Wanted extends readonly unknown[]> = P extends readonly [infer First, ...infer Rest]
  ? Wanted extends readonly [infer Input, ...infer Further]
    ? 0 extends 1 & First
      ? { readonly 'annotate the parameters of execute: any is refused': Input }
      : IsTextRecord<First> extends true
        ? CheckedList<Rest, Further>
        : [Input, First, keyof First] extends [First, { readonly [K in keyof Input]: Input[K] | undefined }, keyof Input]
          ? CheckedList<Rest, Further>
          : { readonly 'a parameter of execute must be exactly what it is called with': Input }
    : unknown
  : unknown;

/** `Record<string, string>` says nothing wrong of a record of texts, whatever its members are. */
type IsTextRecord<T> = string extends keyof T ? (T extends Readonly<Record<string, string | undefined>> ? true : false) : false;

type CheckedInput<P, Input> = P extends readonly [infer First, ...unknown[]]
  ? 0 extends 1 & First
    ? { readonly 'annotate the parameter of execute: any is refused': Input }
    : [Input, keyof First] extends [First, keyof Input]
      ? unknown
      : { readonly 'the parameter of execute must take what inputSchema makes, and have no other members': Input }
  : unknown;

type CheckedReturn<R, Output> = unknown extends Output
  ? unknown
  : 0 extends 1 & R
    ? { readonly 'the result of execute must not be any: outputSchema says what it returns': Output }
    : R extends { then: unknown }
      ? 0 extends 1 & Awaited<R>
        ? { readonly 'the result of execute must not be any: outputSchema says what it returns': Output }
        : Awaited<R> extends Output
          ? unknown
          : { readonly 'the result of execute must fit outputSchema': Output }
      : R extends Output
        ? unknown
        : { readonly 'the result of execute must fit outputSchema': Output };

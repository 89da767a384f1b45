/** Refuses, at the decorator, an `execute` whose parameter is `any` or is not exactly what the schema makes of the arguments. */
export type CheckedInput<Execute, Input> = Execute extends (...args: infer P) => unknown
  ? P extends readonly [infer First, ...unknown[]]
    ? 0 extends 1 & First
      ? { readonly 'annotate the parameter of execute: any is refused': Input }
      : [First] extends [Input]
        ? unknown
        : { readonly 'the parameter of execute must be exactly the type of inputSchema': Input }
    : unknown
  : unknown;

/** Refuses a handler that returns `any` although an output schema says what it returns. */
export type CheckedReturn<Execute, Output> = unknown extends Output
  ? unknown
  : Execute extends (...args: never[]) => infer R
    ? 0 extends 1 & Awaited<R>
      ? { readonly 'the result of execute must not be any: outputSchema says what it returns': Output }
      : unknown
    : unknown;

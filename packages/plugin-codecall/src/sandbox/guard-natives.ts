import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';

/** Items of an array that a function of the engine may go through in one go. */
const maxItems = 100_000;
/** Steps that the search of a text in another may take in the worst case. */
const maxSteps = 20_000_000;

const ofArrays =
  'join toString toLocaleString indexOf lastIndexOf includes reverse toReversed copyWithin fill concat slice splice toSpliced shift unshift flat flatMap sort toSorted with forEach map filter reduce reduceRight some every find findIndex findLast findLastIndex'.split(
    ' ',
  );
const ofTexts = 'indexOf lastIndexOf includes split replace replaceAll'.split(' ');

/**
 * Functions of the engine that run for long without asking whether to end: `new Array(1e9).join()`, a search in a sparse array, a long text
 * in a long text. Where a script runs in a thread, ending the thread is the guard, and none of this is there.
 */
export function guardNatives(context: QuickJSContext): void {
  const lengthOf = (value: QuickJSHandle | undefined): number => {
    const kind = value === undefined ? 'undefined' : context.typeof(value);
    if (value === undefined || (kind !== 'object' && kind !== 'string' && kind !== 'function')) return 0;
    const length = context.getProp(value, 'length');
    return context.typeof(length) === 'number' ? context.getNumber(length) : 0;
  };
  const refuse = (message: string): { error: QuickJSHandle } => ({ error: context.newError({ name: 'RangeError', message }) });
  const guard = (
    type: 'Array' | 'String',
    names: readonly string[],
    isTooMuch: (self: QuickJSHandle, given: QuickJSHandle[]) => boolean,
  ): void => {
    const prototype = context.getProp(context.getProp(context.global, type), 'prototype');
    for (const name of names) {
      const native = context.getProp(prototype, name);
      if (context.typeof(native) !== 'function') continue;
      const guarded = context.newFunction(name, function (this: QuickJSHandle, ...given) {
        return isTooMuch(this, given)
          ? refuse(`${type}.prototype.${name}: too long for this server`)
          : context.callFunction(native, this, ...given);
      });
      context.defineProp(prototype, name, { value: guarded, configurable: false, enumerable: false });
    }
  };
  guard(
    'Array',
    ofArrays,
    (self, given) => lengthOf(self) > maxItems || given.some((one) => lengthOf(one) > maxItems && context.typeof(one) === 'object'),
  );
  guard('String', ofTexts, (self, [sought]) => lengthOf(self) * lengthOf(sought) > maxSteps);
}

import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';

/** Items of an array that a function of the engine may go through in one go. */
const maxItems = 100_000;
/** Steps that the search of a text in another may take in the worst case. */
const maxSteps = 20_000_000;

const ofArrays =
  'join toString toLocaleString indexOf lastIndexOf includes reverse toReversed copyWithin fill slice splice toSpliced shift unshift sort toSorted with forEach map filter reduce reduceRight some every find findIndex findLast findLastIndex'.split(
    ' ',
  );
const ofTexts = 'indexOf lastIndexOf includes split replace replaceAll'.split(' ');

/**
 * Functions of the engine that run for long without asking whether to end: `new Array(1e9).join()`, a search in a sparse array, a long text
 * in a long text. Where a script runs in a thread, ending the thread is the guard, and none of this is there.
 */
export function guardNatives(context: QuickJSContext): void {
  const array = context.getProp(context.global, 'Array');
  const text = context.getProp(context.global, 'String');
  const isArray = context.getProp(array, 'isArray');
  const isNoArray = (value: QuickJSHandle): boolean =>
    context.typeof(value) !== 'string' &&
    context.dump(context.unwrapResult(context.callFunction(isArray, context.undefined, value))) !== true;
  const lengthOf = (value: QuickJSHandle | undefined): number => {
    const kind = value === undefined ? 'undefined' : context.typeof(value);
    if (value === undefined || (kind !== 'object' && kind !== 'string' && kind !== 'function')) return 0;
    const length = context.getProp(value, 'length');
    return context.typeof(length) === 'number' ? context.getNumber(length) : 0;
  };
  const refuse = (message: string): { error: QuickJSHandle } => ({ error: context.newError({ name: 'RangeError', message }) });
  const guard = ({ isTooMuch, names, of }: Guarded): void => {
    for (const name of names) {
      const native = context.getProp(of, name);
      if (context.typeof(native) !== 'function') continue;
      const guarded = context.newFunction(name, function (this: QuickJSHandle, ...given) {
        return isTooMuch(this, given)
          ? refuse(`${name}: too long for this server, or no array`)
          : context.callFunction(native, this, ...given);
      });
      context.defineProp(of, name, { value: guarded, configurable: false, enumerable: false });
    }
  };
  const arrays = context.getProp(array, 'prototype');
  guard({
    of: arrays,
    names: ofArrays,
    // A getter may tell one length here, and the engine another. An array has none, and a proxy that has one is asked for each item.
    isTooMuch: (self, given) =>
      isNoArray(self) || lengthOf(self) > maxItems || given.some((one) => context.typeof(one) === 'object' && lengthOf(one) > maxItems),
  });
  guard({
    of: context.getProp(text, 'prototype'),
    names: ofTexts,
    isTooMuch: (self, [sought]) => lengthOf(self) * lengthOf(sought) > maxSteps,
  });
  // It reads as many texts as it is told that there are.
  guard({ of: text, names: ['raw'], isTooMuch: (_self, [texts]) => texts !== undefined && isNoArray(context.getProp(texts, 'raw')) });
  const own = context.unwrapResult(context.evalCode(joining));
  for (const name of ['concat', 'flat', 'flatMap'])
    context.defineProp(arrays, name, { value: context.getProp(own, name), configurable: false, enumerable: false });
}

interface Guarded {
  readonly of: QuickJSHandle;
  readonly names: readonly string[];
  readonly isTooMuch: (self: QuickJSHandle, given: QuickJSHandle[]) => boolean;
}

/** The engine's own go through arrays in arrays, and through what says that it is like one; these do so by guarded functions. */
const joining = `(({ apply }, { isArray, prototype: { forEach, map } }) => {
  const put = (all, list, depth) => {
    apply(forEach, list, [(one) => {
      if (depth >= 1 && isArray(one)) put(all, one, depth - 1);
      else all[all.length] = one;
    }]);
    return all;
  };
  return {
    concat(...given) { return put(put([], this, 0), given, 1) },
    flat(depth = 1) { return put([], this, depth) },
    flatMap(change, self) { return put([], apply(map, this, [change, self]), 1) },
  };
})(Reflect, Array)`;

/**
 * Ties functions in a schema to their source: the compiler's edits wrap them in `mark(id, fn)` for evaluation. zod hides some of them in
 * closures of its own, so they are recognised by calling what zod keeps: a marked function that is called meanwhile answers with its id
 * and does not run. Functions that are not marked do run; the caller decides what may be called at all.
 */
export interface CallbackMarks {
  /** Passes anything but a function through. */
  readonly mark: (id: string, value: unknown) => unknown;
  /** The marked function that `run` reaches, and how many arguments it was given. */
  readonly find: (run: () => unknown) => FoundCallback | undefined;
  /** Known without calling anything. */
  readonly idOf: (value: unknown) => string | undefined;
}

export interface FoundCallback {
  readonly id: string;
  readonly argumentCount: number;
}

export function createCallbackMarks(): CallbackMarks {
  const ids = new WeakMap<object, string>();
  let looking = false;
  return {
    mark(id, value) {
      if (typeof value !== 'function') return value;
      const call: unknown = value;
      const marked = function (this: unknown, ...args: readonly unknown[]): unknown {
        if (looking) throw new Reached({ id, argumentCount: args.length });
        return Reflect.apply(call as (...given: readonly unknown[]) => unknown, this, args);
      };
      ids.set(marked, id);
      return marked;
    },
    find(run) {
      looking = true;
      try {
        run();
        return undefined;
      } catch (error) {
        return error instanceof Reached ? error.found : undefined;
      } finally {
        looking = false;
      }
    },
    idOf: (value) => (typeof value === 'function' ? ids.get(value) : undefined),
  };
}

class Reached extends Error {
  readonly found: FoundCallback;
  constructor(found: FoundCallback) {
    super('reached a marked function');
    this.found = found;
  }
}

/** A value or a promise of it. Hot paths stay synchronous when nothing is awaited. */
export type Awaitable<T> = T | Promise<T>;

/** True for anything with a `then`. */
export const isPromiseLike = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/** Goes on with a value: at once when it is there, later when it is a promise. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

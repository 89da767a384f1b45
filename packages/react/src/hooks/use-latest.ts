import { useInsertionEffect, useRef, type RefObject } from 'react';

/** What was rendered last, for what runs later: a call never sees an older closure. */
export function useLatest<T>(value: T): RefObject<T> {
  const newest = useRef(value);
  // Before any other effect of the same rendering, and without a warning where a server renders.
  useInsertionEffect(() => void (newest.current = value));
  return newest;
}

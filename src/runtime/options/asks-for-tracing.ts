import { valueAt } from './value-at.ts';

/** `observability: true`, or `tracing` in it: a server that asks for logs alone makes no spans. */
export function asksForTracing(observability: unknown): boolean {
  const tracing = valueAt(observability, 'tracing');
  return observability === true || (tracing !== undefined && tracing !== false);
}

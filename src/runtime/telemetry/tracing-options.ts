import type { ObservabilityOptions } from '../define/observability-options.ts';
import { asksForTracing } from '../options/asks-for-tracing.ts';
import { observabilityTracingDefaults } from '../options/generated.ts';
import { withDefaults } from '../options/with-defaults.ts';

/** `observability.tracing`: which kinds of span there are. */
export type TracingOptions = Required<Exclude<ObservabilityOptions['tracing'], boolean | undefined>>;

/** `undefined` when nothing is traced. */
export function readTracing(observability: boolean | ObservabilityOptions | undefined): TracingOptions | undefined {
  if (!asksForTracing(observability)) return undefined;
  const { tracing } = typeof observability === 'object' ? observability : {};
  return withDefaults(typeof tracing === 'object' ? tracing : undefined, observabilityTracingDefaults);
}

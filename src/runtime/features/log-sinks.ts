import { createSinks } from '../logs/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Further places for log records: `logging.transports` and `observability.logging.sinks`. */
export const logSinks = defineFeature('log-sinks', ({ addSink, runtime }) => {
  const { logging, observability } = runtime.declared;
  const { logging: records } = typeof observability === 'object' ? observability : {};
  const sinks = createSinks({
    transports: logging?.transports,
    sinks: typeof records === 'object' ? records.sinks : undefined,
    server: runtime.model.info,
  });
  addSink?.(sinks.take);
  return { start: async () => () => sinks.close() };
});

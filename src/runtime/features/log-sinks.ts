import { createSinks } from '../logs/index.ts';
import { valueAt } from '../options/value-at.ts';
import { defineFeature } from './application/define-feature.ts';

/** Further places for log records: `logging.transports` and `observability.logging.sinks`. */
export const logSinks = defineFeature('log-sinks', ({ addSink, runtime }) => {
  const { declared, model } = runtime;
  const sinks = createSinks({
    transports: valueAt(declared, 'logging.transports'),
    sinks: valueAt(declared, 'observability.logging.sinks'),
    server: model.info,
  });
  addSink?.(sinks.take);
  return { start: async () => () => sinks.close() };
});

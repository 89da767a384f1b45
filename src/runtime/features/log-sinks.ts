import { createSinks } from '../logs/index.ts';
import { valueAt } from '../options/value-at.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** Further places for log records: `logging.transports` and `observability.logging.sinks`. */
export const logSinks: FeatureFactory = ({ addSink, runtime }): Feature => {
  const { declared, model } = runtime;
  const sinks = createSinks({
    transports: valueAt(declared, 'logging.transports'),
    sinks: valueAt(declared, 'observability.logging.sinks'),
    server: model.info,
  });
  addSink?.(sinks.take);
  return { name: 'log-sinks', start: async () => () => sinks.close() };
};

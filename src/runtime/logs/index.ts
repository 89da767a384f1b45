/** Layer 3: sinks for log records beside the console; only in bundles whose options use them. */
export { createSinks } from './create-sinks.ts';

/** Layer 3: where log records go beside the console. Only a bundle whose options ask for it holds any of it. */
export { createSinks } from './create-sinks.ts';

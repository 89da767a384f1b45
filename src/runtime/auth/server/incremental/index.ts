/** Incremental authorization: people grant the apps of a server one by one. */
export { createIncrementalStep } from './create-incremental-step.ts';
export { incrementalSettings } from './incremental-settings.ts';
export type { IncrementalSettings } from './incremental-settings.ts';

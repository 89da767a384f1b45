/** Incremental authorization: people grant the apps of a server one by one. */
export { createIncrementalStep, incrementalSettings, type IncrementalSettings } from './create-incremental-step.ts';

import { prepareWith } from '../entries/index.ts';
import { defineFeature } from '../features/application/define-feature.ts';
import { adapterSteps } from '../mcp/assembly/assemble.ts';
import { createPrepareIo } from './prepare-io.ts';

/** Of a server that was not compiled: adapters prepare at start, from the files and the lock of the folder in which it is started. */
export const adapters = defineFeature('adapters', () => ({}), {
  assembly: { adapters: adapterSteps, prepareAdapter: (adapter) => prepareWith(createPrepareIo({ root: process.cwd() }))(adapter) },
});

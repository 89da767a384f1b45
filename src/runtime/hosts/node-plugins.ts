import { prepareWith } from '../entries/index.ts';
import { defineFeature } from '../features/application/define-feature.ts';
import { ownerSteps } from '../mcp/assembly/assemble.ts';
import { createPrepareIo } from './prepare-io.ts';

/** Of a server that was not compiled: adapters prepare at start, from the files and the lock of the folder in which it is started. */
export const plugins = defineFeature('plugins', () => ({}), {
  assembly: { owners: ownerSteps, prepareAdapter: (adapter) => prepareWith(createPrepareIo({ root: process.cwd() }))(adapter) },
});

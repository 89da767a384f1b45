export { createWorker } from '../../../../src/runtime/hosts/worker.ts';

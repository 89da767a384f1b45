export { createNodeHandler } from '../../../../src/runtime/hosts/node-handler.ts';

export { createNodeFetchHandler } from '../../../../src/runtime/hosts/node-fetch.ts';

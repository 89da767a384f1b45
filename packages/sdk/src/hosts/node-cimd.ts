export { cimd } from '../../../../src/runtime/hosts/node-cimd.ts';

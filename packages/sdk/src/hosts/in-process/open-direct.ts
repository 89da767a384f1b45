export { openDirect } from '../../../../../src/runtime/hosts/in-process/open-direct.ts';

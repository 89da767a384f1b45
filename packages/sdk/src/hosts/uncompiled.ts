export { startUncompiled } from '../../../../src/runtime/hosts/uncompiled.ts';

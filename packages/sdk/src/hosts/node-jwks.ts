export { jwks } from '../../../../src/runtime/hosts/node-jwks.ts';

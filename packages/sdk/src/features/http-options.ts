export { httpOptions } from '../../../../src/runtime/features/http-options.ts';

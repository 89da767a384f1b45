export { throttle } from '../../../../src/runtime/features/throttle.ts';

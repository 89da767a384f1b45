export { legacySse } from '../../../../src/runtime/features/legacy-sse.ts';

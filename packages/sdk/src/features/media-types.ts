export { mediaTypes } from '../../../../src/runtime/features/media-types.ts';

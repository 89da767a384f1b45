export { unplannedOptions } from '../../../../src/runtime/features/unplanned-options.ts';

export { pagedLists } from '../../../../src/runtime/features/paged-lists.ts';

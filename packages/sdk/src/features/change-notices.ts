export { changeNotices } from '../../../../src/runtime/features/change-notices.ts';

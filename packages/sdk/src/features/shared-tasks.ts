export { sharedTasks } from '../../../../src/runtime/features/shared-tasks.ts';

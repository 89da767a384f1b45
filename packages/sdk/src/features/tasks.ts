export { tasks } from '../../../../src/runtime/features/tasks.ts';

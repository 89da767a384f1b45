export { sessionTasks } from '../../../../src/runtime/features/session-tasks.ts';

import { callAsSessionTask, createSessionTaskMethods } from '../mcp/tasks/session-task-methods.ts';
import { defineFeature } from './application/define-feature.ts';

/** Background tool calls for clients of 2025-11-25; the feature `tasks`, which comes after it, keeps and runs them. */
export const sessionTasks = defineFeature('session-tasks', ({ runtime }) => {
  if (runtime.model.options.transport.sessionless === true) return {};
  return {
    provides: {
      sessionTasks: (runner) => ({
        served: { capability: { list: {}, cancel: {}, requests: { tools: { call: {} } } }, methods: createSessionTaskMethods(runner) },
        around: callAsSessionTask(runner),
      }),
    },
  };
});

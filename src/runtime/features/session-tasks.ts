import { callAsSessionTask } from '../mcp/tasks/call-as-session-task.ts';
import { createSessionTaskMethods } from '../mcp/tasks/session-task-methods.ts';
import { extending } from './application/extend.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** Background tool calls for clients of 2025-11-25; the feature `tasks`, which comes after it, keeps and runs them. */
export const sessionTasks: FeatureFactory = ({ runtime, sharing }): Feature => {
  if (runtime.model.options.transport.sessionless === true) return { name: 'session-tasks' };
  sharing.sessionTasks = (runner) =>
    extending({
      sessionTasks: {
        capability: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
        methods: createSessionTaskMethods(runner),
      },
      around: { 'tools/call': callAsSessionTask(runner) },
    });
  return { name: 'session-tasks' };
};

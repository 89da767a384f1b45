import { configInvalid } from '../errors/index.ts';
import { callAsTask } from '../mcp/tasks/call-as-task.ts';
import { MemoryTaskStore } from '../mcp/tasks/task-store.ts';
import { createTaskMethods, createTaskTopic } from '../mcp/tasks/task-methods.ts';
import type { EntrySnapshot } from '../entries/index.ts';
import { mayBeTask } from '../model/index.ts';
import { tasksExtension } from '../mcp/tasks/task-record.ts';
import { readTaskSettings, TaskRunner } from '../mcp/tasks/task-runner.ts';
import { defineFeature } from './application/define-feature.ts';

/** Tool calls that go on in the background (extension `io.modelcontextprotocol/tasks`), kept in memory or in the store that instances share. */
export const tasks = defineFeature('tasks', ({ logger, runtime, sessionTasks, sharedTasks }) => {
  const settings = readTaskSettings(runtime.declared.tasks);
  const isAsked = runtime.model.tools.some(mayBeTask);
  const refuseTasks = ({ model }: Pick<EntrySnapshot, 'model'>): void => {
    const needing = model.tools.find((tool) => tool.taskSupport === 'required');
    if (needing === undefined) return;
    const because = settings.enabled ? 'no tool could be one when the server started' : 'tasks.enabled is false';
    throw configInvalid(`tool "${needing.listedName}" runs only as a task, but ${because}`);
  };
  if (!settings.enabled || !isAsked) {
    refuseTasks(runtime);
    return { checkEntries: refuseTasks };
  }
  const shared = sharedTasks?.();
  const store = shared?.store ?? new MemoryTaskStore();
  const runner = new TaskRunner({ store, settings, logger });
  const older = sessionTasks?.(runner);
  const around = callAsTask(runner);
  return {
    methods: createTaskMethods(runner),
    extensions: { [tasksExtension]: {} },
    listenTopic: createTaskTopic(store),
    sessionTasks: older?.served,
    // What 2025-11-25 asks for as a task is none of the extension's.
    around: {
      methods: {
        'tools/call': older ? (call, next, method) => older.around(call, (inner) => around(inner, next, method), method) : around,
      },
    },
    start: async () => {
      const stopSharing = await shared?.start();
      return async () => {
        await runner.close();
        await stopSharing?.();
      };
    },
  };
});

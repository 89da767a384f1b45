import { mayBeTask, taskStoreOf } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

/** A platform that starts and ends instances as it likes forgets a task that only one of them knows. */
export const checkTasksWithoutStore: Rule = (model, target) => {
  const { options } = model.server;
  if (
    target === undefined ||
    target.supports.longSessions ||
    options === undefined ||
    taskStoreOf({ ...model.server, options }) !== undefined
  )
    return [];
  return model.server.tools.filter(mayBeTask).flatMap((tool) => {
    const at = locationOf(model, tool.id);
    if (tool.taskSupport === 'required') {
      const option = `execution.taskSupport: 'required' of tool "${tool.name}"`;
      return [diagnose('target-unsupported', { target: target.name, option, instead }, at)];
    }
    // Settings of tasks without a store are refused as such.
    return options.rest['tasks'] === undefined ? [diagnose('task-store-missing', { target: target.name, tool: tool.name }, at)] : [];
  });
};

const instead =
  "Give @Service `tasks: { redis: { provider: 'http-kv' } }`, or the tool `taskSupport: 'optional'`: then it answers when its work is done";

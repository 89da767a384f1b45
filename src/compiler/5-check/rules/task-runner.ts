import { isJsonObject } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

/** Tasks run in the process of the server. Platforms without processes say so in their own words (`target-unsupported`). */
export const checkTaskRunner: Rule = (model, target) => {
  const { options } = model.server;
  const tasks = options?.rest['tasks'];
  if (target?.supports.childProcesses === false || !isJsonObject(tasks)) return [];
  if (tasks['runner'] !== 'cli') return [];
  const instead = 'tasks run in the process of the server';
  const write =
    'leave it out, and put work that outlives the process into a queue of yours: the tool returns its id, and another tool its result';
  return [diagnose('not-supported', { what: "`tasks.runner: 'cli'` of @Service", instead, write }, locationOf(model, 'server'))];
};

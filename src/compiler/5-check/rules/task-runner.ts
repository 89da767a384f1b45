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
  return [diagnose('not-supported', { what: "`tasks.runner: 'cli'` of @Service", instead }, locationOf(model, 'server'))];
};

import { isJsonObject } from '@service/sdk/model';
import { splitProblems } from '@service/sdk/options';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOfOption, type Rule } from '../rule.ts';

/** Options that ask for an endpoint which there is not: the start refuses them too, because variables may decide them. */
export const checkSplitByApp: Rule = (model) => {
  const { apps, options, prompts, resources, resourceTemplates, scopes = [], skills = [], tools } = model.server;
  if (options === undefined) return [];
  const { auth, splitByApp } = options.rest;
  const lists = Object.entries({ tools, resources, resourceTemplates, prompts, skills });
  const problems = splitProblems({
    splitByApp: splitByApp === true,
    auth: isJsonObject(auth) ? auth : undefined,
    // Of the server itself, with no app or plugin between.
    ownLists: lists.flatMap(([list, entries]) => (entries.some(({ owner }) => owner.length === 1) ? [list] : [])),
    apps: apps.map(({ id, name }) => {
      const scope = scopes.find(({ app }) => app === id);
      return { label: `app "${name}"`, standalone: scope?.standalone, auth: scope?.auth };
    }),
  });
  return problems.map(({ label, option, problem }) =>
    diagnose('invalid-option', { owner: label, option, problem }, locationOfOption(model, label, option)),
  );
};

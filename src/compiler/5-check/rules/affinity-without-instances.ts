import { diagnose } from '../../diagnostics/index.ts';
import { isDistributed } from '../served-paths.ts';
import { locationOf, type CheckedModel, type Rule } from '../rule.ts';

/** The cookie is for balancers of several instances; one instance alone never sends it. */
export const checkAffinityWithoutInstances: Rule = (model, target) => {
  const { options } = model.server;
  if (options === undefined || options.transport.distributedMode !== undefined || isDistributed(target) || !setsCookie(model)) return [];
  return [diagnose('affinity-without-instances', {}, locationOf(model, 'server'))];
};

const setsCookie = ({ variables = {} }: CheckedModel): boolean =>
  Object.keys(variables).some((name) => name.startsWith('SERVICE_AFFINITY_COOKIE'));

import type { PlanContext } from './feature-rule.ts';

/** Lists whose items bring lists of their own. */
const owners = ['apps', 'plugins', 'adapters'];

/**
 * Why a feature of entries has to be there although no entry that the build saw needs it: one that arrives in a computed list may.
 * @param lists where such an entry can stand
 */
export function fromOpenList({ openLists = [] }: PlanContext, ...lists: readonly string[]): string | undefined {
  const open = openLists.find((list) => lists.includes(list) || owners.includes(list));
  return open === undefined ? undefined : `the list "${open}" is decided where the server runs`;
}

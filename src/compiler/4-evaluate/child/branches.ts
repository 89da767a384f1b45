/*
 * Part of the evaluating process: edited sources keep here what the branches of their lists bring, whether a branch is taken or not. The
 * state ends with the process.
 */
import { declaredAs, type CollectLists } from '@service/sdk/entries';
import { ownerPath } from '@service/sdk/model';
import type { BranchItem } from '../../model/branches.ts';

const kept = new Map<string, unknown>();
const makers = new Map<string, () => unknown>();

/** Remembers an item that was made where it stands. */
export function keep<T>(id: string, item: T): T {
  kept.set(id, item);
  return item;
}

/** How an item is made where no module has made it. */
export const made = (id: string, make: () => unknown): void => void makers.set(id, make);

function itemOf(id: string): unknown {
  if (!kept.has(id)) {
    try {
      kept.set(id, makers.get(id)?.());
    } catch {
      // It needs what only its function, or another environment, has: a start that lists it is refused.
      kept.set(id, undefined);
    }
  }
  return kept.get(id);
}

/** Of plugins and adapters the class; equal ones stand for each other. */
const classOf = (item: unknown): unknown => (declaredAs('plugin', item) ?? declaredAs('adapter', item))?.target ?? item;

/** The lists of a server in which other branches were taken. */
export interface OtherBranches {
  readonly listsOf: CollectLists;
  /** What they bring, filled by asking for the lists. */
  readonly taken: BranchItem[];
}

/**
 * Each list with the items of other branches beside its own ones. One class at a time: what else has the class is left out.
 * @param turn which of several items of one class it is
 */
export function otherBranches(items: readonly BranchItem[], turn: number): OtherBranches {
  const taken: BranchItem[] = [];
  const withBranches = (path: string, list: string, own: readonly unknown[]): readonly unknown[] => {
    const turns = new Map<unknown, number>();
    const found = new Map<unknown, unknown>();
    for (const item of items.filter((one) => one.owner === path && one.list === list)) {
      const value = itemOf(item.id);
      const target = classOf(value);
      if (value === undefined || own.includes(value) || found.get(target) === value) continue;
      const at = turns.get(target) ?? 0;
      turns.set(target, at + 1);
      if (at !== turn) continue;
      found.set(target, value);
      taken.push(item);
    }
    return [...own.filter((item) => !found.has(classOf(item))), ...found.values()];
  };
  const listsOf: CollectLists = (owner, lists) => {
    const path = ownerPath(owner);
    const names = new Set(items.filter((one) => one.owner === path).map(({ list }) => list));
    const ownOf = (list: string): readonly unknown[] => (Array.isArray(lists[list]) ? lists[list] : []);
    return names.size === 0
      ? lists
      : { ...lists, ...Object.fromEntries([...names].map((list) => [list, withBranches(path, list, ownOf(list))])) };
  };
  return { listsOf, taken };
}

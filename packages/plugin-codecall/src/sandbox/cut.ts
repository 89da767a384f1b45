import type { Json, JsonObject } from '@service/sdk/model';

/** What a script may give back. */
const resultLimits = { depth: 12, characters: 65_536, items: 1000 } as const;
export type CutLimits = { readonly depth: number; readonly characters: number; readonly items: number };

/** The same value with less in it where it is too deep or too long; what was left out is told in its place. */
export function cut(value: Json, limits: CutLimits = resultLimits): Json {
  let left = limits.characters;
  const take = (one: Json, depth: number): Json => {
    if (typeof one === 'string') {
      const kept = one.length <= left ? one : `${one.slice(0, Math.max(left, 0))}… (${one.length - Math.max(left, 0)} more characters)`;
      left -= Math.min(one.length, Math.max(left, 0)) + 2;
      return kept;
    }
    left -= 4;
    if (typeof one !== 'object' || one === null) return one;
    if (depth >= limits.depth) return Array.isArray(one) ? '… (an array, too deep)' : '… (an object, too deep)';
    return Array.isArray(one) ? takeItems(one, depth) : takeMembers(one, depth);
  };
  const takeItems = (all: readonly Json[], depth: number): Json => {
    const kept: Json[] = [];
    for (const item of all) {
      if (left <= 0 || kept.length >= limits.items) return [...kept, `… (${all.length - kept.length} more items)`];
      kept.push(take(item, depth + 1));
    }
    return kept;
  };
  const takeMembers = (all: JsonObject, depth: number): Json => {
    const kept: [string, Json][] = [];
    const entries = Object.entries(all);
    for (const [name, member] of entries) {
      if (left <= 0 || kept.length >= limits.items) {
        kept.push(['…', `${entries.length - kept.length} more members`]);
        break;
      }
      left -= name.length + 3;
      if (member !== undefined) kept.push([name.slice(0, 256), take(member, depth + 1)]);
    }
    // Members by definition: a result may have one of the name __proto__.
    return Object.fromEntries(kept);
  };
  return take(value, 0);
}

/** Lines of what a script has said, the last of which tells that there were more. */
export const maxLogLines = 200;

/** Cut texts of what a script has said. */
export class Logs {
  readonly lines: string[] = [];
  #left = 32_768;

  /** @returns the line as it was kept; undefined where there is no room for it */
  add(line: string): string | undefined {
    if (this.#left <= 0 || this.lines.length >= maxLogLines) return undefined;
    const kept = line.length > 2000 ? `${line.slice(0, 2000)}…` : line;
    this.#left -= kept.length;
    const isLast = this.#left <= 0 || this.lines.length === maxLogLines - 1;
    this.lines.push(isLast ? '… (more was said, and is left out)' : kept);
    return isLast ? undefined : kept;
  }
}

import type { Resource } from './documents.ts';

/** One thing that is wrong with a value, and where. */
export interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

/** More would not be read, and a list of megabytes must not fill the memory with them. */
const maxProblems = 100;

/** Which members of one value schemas have looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Marks {
  readonly names = new Set<string>();
  readonly places = new Set<number>();
  /** Items before this place. */
  items = 0;
  allNames = false;

  add(other: Marks): void {
    for (const name of other.names) this.names.add(name);
    for (const place of other.places) this.places.add(place);
    this.items = Math.max(this.items, other.items);
    this.allNames ||= other.allNames;
  }
}

/** What a definition said of an object before. */
export interface Known {
  readonly problems: readonly Problem[] | undefined;
  readonly marks: Marks | undefined;
}

/** One value on its way through a schema. */
export class Run {
  readonly problems: Problem[] = [];
  readonly path: string[] = [];
  /** Resources that were entered, the outermost first: `$dynamicRef` asks them. */
  readonly scope: Resource[] = [];
  readonly known = new Map<object, Map<object, Known>>();
  /** References within each other now. */
  depth = 0;
  /** References so far. */
  steps = 0;

  /** Notes a problem. @returns false */
  fail(message: string): false {
    if (this.problems.length < maxProblems) this.problems.push({ path: [...this.path], message });
    return false;
  }

  /** Notes again what was found before. */
  repeat(problems: readonly Problem[]): void {
    this.problems.push(...problems.slice(0, maxProblems - this.problems.length));
  }

  /** Goes down to a member. */
  within(check: Check, value: unknown, member: string | number): boolean {
    this.path.push(String(member));
    const holds = check(value, this);
    this.path.pop();
    return holds;
  }

  /** Asks without noting what is wrong. */
  quietly(ask: () => boolean): boolean {
    const before = this.problems.length;
    const holds = ask();
    this.problems.length = before;
    return holds;
  }
}

/** Whether a value holds; problems go to the run. Marks are given where a schema asks for them. */
export type Check = (value: unknown, run: Run, marks?: Marks) => boolean;

/** A schema beside others of the same value: it does not see what they have looked at, and what it has counts only if it holds. */
export function besides(check: Check): Check {
  return (value, run, marks) => {
    if (marks === undefined) return check(value, run);
    const own = new Marks();
    const holds = check(value, run, own);
    if (holds) marks.add(own);
    return holds;
  };
}

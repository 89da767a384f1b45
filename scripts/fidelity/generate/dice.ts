import { Lots } from '../../../test/chaos/lots.ts';

/** Choices that can be had again: the same seed chooses the same. */
export class Dice {
  readonly #lots: Lots;

  constructor(seed: number) {
    this.#lots = new Lots(seed);
  }

  /** From `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.#lots.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.#lots.next() < share;
  }

  pick<T>(choices: readonly T[]): T {
    const found = choices[this.integer(0, choices.length - 1)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  }

  /** So many different ones, in an order of chance. */
  some<T>(choices: readonly T[], count: number): T[] {
    const left = [...choices];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(this.integer(0, left.length - 1), 1));
    return taken;
  }
}

/** Work of all sections of a run, a few at a time: what waits for a process of its own leaves its core to others. */
export interface Pool {
  /** Runs the work when a place is free; of all that wait, the lowest `order` is first, then who came first. */
  run<T>(order: number, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly order: number;
  readonly start: () => void;
}

export function createPool(width: number): Pool {
  const waiting: Waiting[] = [];
  let free = width;
  const startNext = (): void => {
    if (free === 0) return;
    const at = waiting.findIndex(({ order }) => order === Math.min(...waiting.map((one) => one.order)));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (next === undefined) return;
    free -= 1;
    next.start();
  };
  return {
    async run(order, work) {
      const turn = new Promise<void>((start) => waiting.push({ order, start }));
      startNext();
      await turn;
      try {
        return await work();
      } finally {
        free += 1;
        startNext();
      }
    },
  };
}

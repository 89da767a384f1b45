import { AssertionError } from '../errors.ts';
import { collectGarbage, usageOf } from './usage.ts';

/** Options of `perf.checkLeak`. */
export interface LeakOptions {
  /** Runs that are looked at; 100 when absent. */
  readonly iterations?: number;
  /** Runs before them, which fill caches; 10 when absent. */
  readonly warmupIterations?: number;
  /** Bytes that memory may grow; 1 MiB when absent. */
  readonly threshold?: number;
  /** Collects garbage before memory is read; true when absent. */
  readonly forceGc?: boolean;
  /** `test`, when absent: the heap of this process. `server`: the resident memory of the server, which wants a larger threshold. */
  readonly of?: 'test' | 'server';
}

/** Result of `perf.checkLeak`. */
export interface LeakReport {
  /** Runs that were looked at. */
  readonly iterations: number;
  /** Bytes that memory grew in all of them. */
  readonly grownBytes: number;
  /** Bytes that memory grew in each. */
  readonly bytesPerIteration: number;
}

const mebibyte = 1_048_576;

/** Runs a piece of work again and again. @throws {AssertionError} when memory grows by more than `threshold` */
export async function checkLeak(work: () => unknown, serverPid: number, options: LeakOptions): Promise<LeakReport> {
  const { forceGc = true, iterations = 100, of = 'test', threshold = mebibyte, warmupIterations = 10 } = options;
  const memory = (): number => {
    if (forceGc) collectGarbage();
    return of === 'server' ? usageOf(serverPid).rss : process.memoryUsage().heapUsed;
  };
  for (let count = 0; count < warmupIterations; count += 1) await work();
  const before = memory();
  for (let count = 0; count < iterations; count += 1) await work();
  const grownBytes = memory() - before;
  const bytesPerIteration = Math.round(grownBytes / iterations);
  if (grownBytes <= threshold) return { iterations, grownBytes, bytesPerIteration };
  const whose = of === 'server' ? 'the memory of the server' : 'the heap';
  throw new AssertionError(
    `Expected ${whose} to grow by ${threshold} bytes at most in ${iterations} runs\nReceived: ${grownBytes} bytes, ${bytesPerIteration} in each`,
  );
}

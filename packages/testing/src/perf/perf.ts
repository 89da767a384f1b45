import { AssertionError } from '../errors.ts';
import { compareWithBaseline } from './baseline.ts';
import { checkLeak, type LeakOptions, type LeakReport } from './leak.ts';
import { measure, type PerfSample } from './usage.ts';

/** Limits on the time and memory of a `perfTest`. */
export interface PerfLimits {
  /** Milliseconds that the body may take. */
  readonly maxDurationMs?: number;
  /** Bytes by which the heap of the process of the test may grow; for a server in that process (`connect(Server)`). */
  readonly maxHeapDelta?: number;
  /** Milliseconds of processor time; of the server where one is started, else of the process of the test. */
  readonly maxCpuTime?: number;
  /** Bytes of resident memory; of the same process. */
  readonly maxRssDelta?: number;
  /** File with what earlier runs took: 10 % more is printed, 25 % more fails the test. */
  readonly baseline?: string;
  /** When the runner gives the test up. */
  readonly timeoutMs?: number;
}

const limited = [
  ['maxDurationMs', 'durationMs'],
  ['maxHeapDelta', 'heapDelta'],
  ['maxCpuTime', 'cpuTimeMs'],
  ['maxRssDelta', 'rssDelta'],
] as const;

/** The second parameter of a `perfTest`. */
export class Perf {
  readonly #test: string;
  readonly #limits: PerfLimits;
  readonly #lines: string[] = [];
  #serverPid = 0;

  constructor(test: string, limits: PerfLimits) {
    this.#test = test;
    this.#limits = limits;
  }

  /** Measures one piece of the test. */
  async measure(work: () => unknown, name = 'measured'): Promise<PerfSample> {
    const sample = await measure(work, this.#serverPid);
    this.#lines.push(`  ${name}: ${print(sample)}`);
    return sample;
  }

  /** Runs a piece of work again and again. @throws {AssertionError} when memory grows by more than `threshold` */
  async checkLeak(work: () => unknown, options: LeakOptions = {}): Promise<LeakReport> {
    const found = await checkLeak(work, this.#serverPid, options);
    this.#lines.push(`  leak: ${found.grownBytes} bytes in ${found.iterations} runs`);
    return found;
  }

  /** A line for the test and one for each thing that was measured. */
  report(): string {
    return [`[PERF] ${this.#test}`, ...this.#lines].join('\n');
  }

  /** Measures the whole body and holds it to the limits and to the baseline. @throws {AssertionError} */
  async run(body: () => Promise<void>, serverPid: number): Promise<void> {
    this.#serverPid = serverPid;
    const sample = await this.measure(body, 'whole test');
    const { baseline } = this.#limits;
    const regressions = baseline === undefined ? [] : compareWithBaseline(baseline, this.#test, sample);
    for (const { message } of regressions) this.#lines.push(`  ${message}`);
    if (regressions.length > 0) process.stderr.write(`${this.report()}\n`);
    const problems = [
      ...limited.flatMap(([limit, key]) => exceeded(limit, this.#limits[limit], sample[key])),
      ...regressions.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    ];
    if (problems.length > 0) throw new AssertionError([`Expected "${this.#test}" to stay within its limits`, ...problems].join('\n'));
  }
}

const exceeded = (name: string, limit: number | undefined, value: number): string[] =>
  limit === undefined || value <= limit ? [] : [`${name} is ${limit}, and it took ${Math.round(value)}`];

const print = ({ cpuTimeMs, durationMs, heapDelta, rssDelta }: PerfSample): string =>
  `${durationMs.toFixed(1)} ms, ${cpuTimeMs.toFixed(0)} ms of processor time, heap ${kilobytes(heapDelta)}, memory ${kilobytes(rssDelta)}`;

const kilobytes = (bytes: number): string => `${bytes < 0 ? '-' : '+'}${Math.round(Math.abs(bytes) / 1024)} kB`;

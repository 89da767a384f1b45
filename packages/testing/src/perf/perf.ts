import { runInNewContext } from 'node:vm';
import v8 from 'node:v8';
import { dirname, resolve } from 'node:path';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isJsonObject } from '@service/sdk/model';
import { AssertionError, TestClientError } from '../errors.ts';
import { performance } from '../clock.ts';

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
async function checkLeak(work: () => unknown, serverPid: number, options: LeakOptions): Promise<LeakReport> {
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

/** Growth that is told, and growth that fails the test. */
const warnRatio = 1.1;
const failRatio = 1.25;

/** Differences that say nothing: clocks, ticks and allocators are that coarse. */
const noise: PerfSample = { durationMs: 5, cpuTimeMs: 20, heapDelta: 262_144, rssDelta: 1_048_576 };

interface Regression {
  readonly severity: 'warning' | 'error';
  readonly message: string;
}

/**
 * What became worse since the baseline was written. A test that it does not know, and every test under `SERVICE_UPDATE_BASELINE=1`, is
 * written into it; on a build machine (`CI`) nothing is.
 * @throws {TestClientError} for a file that is no baseline
 */
export function compareWithBaseline(file: string, test: string, sample: PerfSample): readonly Regression[] {
  const path = resolve(file);
  const known = readBaseline(path);
  const before = known[test];
  if (before !== undefined && process.env['SERVICE_UPDATE_BASELINE'] !== '1') return regressions(before, sample);
  if (process.env['CI']) return [];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ perfBaselineVersion: 1, tests: { ...known, [test]: sample } }, undefined, 2)}\n`);
  return [];
}

function regressions(before: PerfSample, now: PerfSample): readonly Regression[] {
  return (Object.keys(noise) as (keyof PerfSample)[]).flatMap((key): readonly Regression[] => {
    const [was, is] = [before[key], now[key]];
    if (was <= 0 || is - was <= noise[key] || is <= was * warnRatio) return [];
    const percent = Math.round((is / was - 1) * 100);
    return [
      {
        severity: is > was * failRatio ? 'error' : 'warning',
        message: `${key} is ${Math.round(is)}, ${percent} % more than the baseline of ${Math.round(was)}`,
      },
    ];
  });
}

function readBaseline(path: string): Readonly<Record<string, PerfSample>> {
  if (!existsSync(path)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isJsonObject(value) && value['perfBaselineVersion'] === 1 && isJsonObject(value['tests'])) return readSamples(value['tests']);
  } catch {
    // Told below.
  }
  throw new TestClientError(`${path} is no baseline of this version. Delete it to write it again.`);
}

function readSamples(tests: Readonly<Record<string, unknown>>): Record<string, PerfSample> {
  const samples: Record<string, PerfSample> = {};
  for (const [name, value] of Object.entries(tests)) {
    const member = (key: keyof PerfSample): number => (isJsonObject(value) && typeof value[key] === 'number' ? value[key] : 0);
    samples[name] = {
      durationMs: member('durationMs'),
      heapDelta: member('heapDelta'),
      cpuTimeMs: member('cpuTimeMs'),
      rssDelta: member('rssDelta'),
    };
  }
  return samples;
}

/** Time and memory of a piece of work. */
export interface PerfSample {
  /** Milliseconds that it took. */
  readonly durationMs: number;
  /** Bytes by which the heap of this process grew. */
  readonly heapDelta: number;
  /** Milliseconds of processor time. */
  readonly cpuTimeMs: number;
  /** Bytes by which the resident memory grew. */
  readonly rssDelta: number;
}

/** Linux counts processor time in hundredths of a second (`USER_HZ`). */
const msPerTick = 10;

interface Usage {
  readonly cpuTimeMs: number;
  readonly rss: number;
}

/** Of a process by its id; of this one where the system does not tell, and for 0. */
export function usageOf(pid: number): Usage {
  const other = pid === 0 || process.platform !== 'linux' ? undefined : readUsage(pid);
  if (other !== undefined) return other;
  const { system, user } = process.cpuUsage();
  return { cpuTimeMs: (user + system) / 1000, rss: process.memoryUsage.rss() };
}

/** Fields 14 and 15 of /proc/<pid>/stat are processor time; the name before them may hold spaces. */
function readUsage(pid: number): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { cpuTimeMs: (Number(fields[11]) + Number(fields[12])) * msPerTick, rss: Number(kilobytes ?? 0) * 1024 };
  } catch {
    // It has ended.
    return undefined;
  }
}

/** @param pid of the process whose processor time and resident memory count; 0 for this one */
export async function measure(work: () => unknown, pid: number): Promise<PerfSample> {
  collectGarbage();
  const heap = process.memoryUsage().heapUsed;
  const before = usageOf(pid);
  const started = performance.now();
  await work();
  const durationMs = performance.now() - started;
  const after = usageOf(pid);
  return {
    durationMs,
    heapDelta: process.memoryUsage().heapUsed - heap,
    cpuTimeMs: after.cpuTimeMs - before.cpuTimeMs,
    rssDelta: after.rss - before.rss,
  };
}

let collect: (() => void) | undefined;

/** Runs the garbage collector, whether or not Node was started with `--expose-gc`. */
function collectGarbage(): void {
  if (collect === undefined) {
    v8.setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

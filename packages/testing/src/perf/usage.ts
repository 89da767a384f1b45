import { readFileSync } from 'node:fs';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { performance } from '../clock.ts';

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
export function collectGarbage(): void {
  if (collect === undefined) {
    v8.setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

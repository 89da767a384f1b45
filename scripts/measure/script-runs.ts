import { callTool } from '../../test/plugins/plugin-project.ts';
import { codecallProject, run } from '../../test/codecall/codecall-project.ts';
import type { MeasureRun, Measurement } from './measurement.ts';

/** Bars of `@service/plugin-codecall` on Node; `endedMs` is the time of the preset, 200 ms, and what a request takes. */
const bars = { firstCpuMs: 400, warmCpuMs: 15, otherP95Ms: 50, growthMb: 20, endedMs: 3800 };
/** Scripts before growth is counted: pools are full, functions are compiled, and the young objects of V8 have all the room that Node gives them. */
const warmUp = 1000;

interface Usage {
  readonly rss: number;
  /** Bytes that V8 keeps for young objects: 2 MB at the start of any server, 34 after a few thousand calls. */
  readonly young: number;
  readonly cpuMs: number;
}

const usageTool = `import { setTimeout as pause } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
const usage = tool({ name: 'usage', description: 'Tells what the process takes.', codecall: { visibleInListTools: true } })(async () => {
  globalThis.gc?.();
  await pause(50);
  const { system, user } = process.cpuUsage();
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
  return { rss: process.memoryUsage.rss(), young, cpuMs: (system + user) / 1000 };
});`;

const script = 'const { sum } = await callTool("add", { a: 1, b: 2 }); console.log("added", sum); return sum;';
/** A loop of the engine itself, which no count of rounds ends. */
const endless = 'return /(a+)+$/.test("a".repeat(60) + "b");';

/** One that hears no interrupt: the end of its thread alone ends it. */
const deaf = 'return new Array(1e9) + ""';

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;

/** What scripts cost: the first, a warm one, others meanwhile, and memory over thousands of them. */
export async function measureScriptRuns({ flags }: MeasureRun): Promise<Measurement> {
  const runs = flags['quick'] === true ? 20 : 1000;
  const project = codecallProject({ before: usageTool, tools: 'usage' });
  const server = await project.start('node');
  const usage = async (): Promise<Usage> => (await callTool(server, { name: 'usage', args: {} })).value as unknown as Usage;
  const runScripts = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at++) await run(server, script);
  };
  try {
    const start = await usage();
    await runScripts(1);
    const first = await usage();
    await runScripts(Math.min(warmUp, runs));
    const warm = await usage();
    await runScripts(runs);
    const after = await usage();
    const busy = [1, 2].map(() => run(server, endless));
    const times: number[] = [];
    for (let at = 0; at < 100; at++) {
      const begun = performance.now();
      await callTool(server, { name: 'ends', args: {} });
      times.push(performance.now() - begun);
    }
    await Promise.all(busy);
    const ended: number[] = [];
    for (let at = 0; at < 3; at++) {
      const begun = performance.now();
      await run(server, deaf);
      ended.push(performance.now() - begun);
    }
    const report = {
      firstCpuMs: Math.round(first.cpuMs - start.cpuMs),
      warmCpuMs: Math.round(((after.cpuMs - warm.cpuMs) / runs) * 10) / 10,
      otherP95Ms: Math.round((times.toSorted((a, b) => a - b)[94] ?? 0) * 10) / 10,
      // The best of them: no other work of the machine makes one shorter.
      endedMs: Math.round(Math.min(...ended)),
      growthMb: megabytes(after.rss - warm.rss),
      rssMb: [start, first, warm, after].map(({ rss }) => megabytes(rss)),
      youngMb: [start, first, warm, after].map(({ young }) => megabytes(young)),
    };
    // A few scripts judge nothing.
    const judged = flags['quick'] === true ? [] : Object.entries(bars);
    const problems = judged.flatMap(([name, bar]) => {
      const value = report[name as keyof typeof bars];
      return value > bar ? [`${name}: ${value} is more than ${bar}`] : [];
    });
    return { report, problems, holds: problems.length === 0 };
  } finally {
    await server.stop();
    project.remove();
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { codecallProject, run } from '../../test/codecall/codecall-project.ts';
import type { MeasureRun, Measurement } from './measurement.ts';

const engines = { quickjs: '', isolates: "{ sandbox: { provider: 'worker-loader' } }" } as const;

const script = 'const { sum } = await callTool("add", { a: 1, b: 2 }); console.log("added", sum); return sum;';

interface Usage {
  readonly cpuMs: number;
  readonly rssMb: number;
}

/** What workerd takes, a process that this one has started. */
function usageOf(pid: string): Usage {
  // Behind the name, which may hold spaces (proc_pid_stat(5)): clock ticks of 10 ms are the 12th and 13th of the rest.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuMs: (Number(stat[11]) + Number(stat[12])) * 10, rssMb: Math.round(Number(rss) / 102.4) / 10 };
}

const isWorkerd = (pid: string): boolean => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return status.startsWith('Name:\tworkerd\n') && status.includes(`PPid:\t${process.pid}\n`);
  } catch {
    return false;
  }
};

/** What scripts cost on workerd, in the engine of the package and in isolates of the platform. */
export async function measureWorkerScriptRuns({ flags }: MeasureRun): Promise<Measurement> {
  const runs = flags['quick'] === true ? 20 : 1000;
  const report: Record<string, unknown> = {};
  for (const [name, options] of Object.entries(engines)) {
    const project = codecallProject({ options });
    const server = await project.start('worker');
    try {
      const pid = readdirSync('/proc').find((entry) => /^\d+$/.test(entry) && isWorkerd(entry)) ?? '';
      const runScripts = async (count: number): Promise<Usage> => {
        for (let at = 0; at < count; at++) await run(server, script);
        return usageOf(pid);
      };
      const start = await runScripts(0);
      const first = await runScripts(1);
      const warm = await runScripts(Math.min(200, runs));
      const after = await runScripts(runs);
      report[name] = {
        firstCpuMs: first.cpuMs - start.cpuMs,
        warmCpuMs: Math.round(((after.cpuMs - warm.cpuMs) / runs) * 10) / 10,
        rssMb: { start: start.rssMb, warm: warm.rssMb, after: after.rssMb },
      };
    } finally {
      await server.stop();
      project.remove();
    }
  }
  return { report, problems: [], holds: true };
}

import { startServer } from '../servers/process.ts';
import { installPackedCli } from '../../scripts/packing/scaffold.ts';
import { buildProject, type BuiltProject } from '../../scripts/serving/build-project.ts';
import { freePort } from '../../scripts/serving/free-port.ts';
import { median } from '../../scripts/measure/bars/interleave.ts';
import { writeScaleBeside } from '../../scripts/measure/bars/print-scale.ts';
import type { GrowthRow, GrowthRun } from './load.ts';

const builds = 3;
const starts = 5;

/** Builds by the packed command line without its cache, and starts until the port answers; medians. */
export async function growTools({ folder, quick }: GrowthRun): Promise<readonly GrowthRow[]> {
  const toolbox = await installPackedCli(folder);
  const rows: GrowthRow[] = [];
  for (const tools of quick ? [10] : [10, 100, 1000]) {
    const project = writeScaleBeside(toolbox, 'framework', tools);
    const built: BuiltProject[] = [];
    for (let round = 0; round < (quick ? 1 : builds); round++) built.push(await buildProject(project, toolbox.service, ['--force']));
    const [{ bundle, bytes } = { bundle: '', bytes: 0 }] = built;
    const started: Start[] = [];
    for (let round = 0; round < (quick ? 1 : starts); round++) started.push(await startOnce(bundle));
    const middle = (member: keyof Start): number => Math.round(median(started.map((one) => one[member])));
    rows.push({
      tools,
      'build, s': Math.round(median(built.map(({ milliseconds }) => milliseconds)) / 100) / 10,
      'bundle, kB': Math.round(bytes / 1000),
      'start, ms': middle('ms'),
      'memory, MB': middle('megabytes'),
    });
  }
  return rows;
}

interface Start {
  readonly ms: number;
  readonly megabytes: number;
}

async function startOnce(bundle: string): Promise<Start> {
  const port = await freePort();
  const before = performance.now();
  const server = await startServer({ line: [process.execPath, bundle] }, port);
  const ms = performance.now() - before;
  const megabytes = server.residentMegabytes();
  await server.stop();
  return { ms, megabytes };
}

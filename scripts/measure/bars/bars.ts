import { resolve } from 'node:path';
import { compareArchiveBuild, compareArchiveStart } from './archive.ts';
import { compareDryRun } from './dry-run.ts';
import { interleave, type Comparison } from './interleave.ts';
import { compareRecursiveUnion } from './recursive-unions.ts';
import { compareReload } from './reload.ts';
import { installPackedCli, type Toolbox } from '../../packing/scaffold.ts';
import type { MeasureRun, Measurement } from '../measurement.ts';
import { writeScaleBeside } from './print-scale.ts';
import { judgePath } from '../../serving/judges.ts';
import { runProgram } from '../../testing/run-program.ts';

const root = resolve(import.meta.dirname, '../../..');
const typescript6 = judgePath('typescript6/bin/tsc');

interface Bar {
  readonly name: string;
  /** Ours may take so many times as long as theirs. */
  readonly limit: number;
  readonly measure: (toolbox: Toolbox) => Promise<Comparison>;
}

const unionBars = [12, 60].flatMap((depth) =>
  [true, false].map((isValid): Bar => {
    const name = `compiled validator of a recursive union, depth ${depth}, ${isValid ? 'valid' : 'invalid'} / zod`;
    return { name, limit: 3, measure: () => compareRecursiveUnion({ depth, isValid }) };
  }),
);

const bars: readonly Bar[] = [
  {
    name: 'service --help / node -e 0',
    limit: 2.5,
    measure: (toolbox) =>
      interleave(
        21,
        () => timed([...toolbox.service, '--help']),
        () => timed([process.execPath, '-e', '0']),
      ),
  },
  { name: 'type check of 300 tools / of the same handlers without the framework', limit: 2, measure: typeCheckScale },
  { name: 'service check of 100 tools / tsc --noEmit', limit: 1.5, measure: checkHundred },
  {
    name: 'service dev: a save until the new code answers / esbuild rebuild + process start',
    limit: 3,
    measure: (toolbox) => compareReload(toolbox, root),
  },
  {
    name: 'service registry publish --dry-run of basic / 1.5 s',
    limit: 1,
    measure: (toolbox) => compareDryRun(toolbox, root, 1500),
  },
  {
    name: 'service build --target mcpb of basic / 2.5 s',
    limit: 1,
    measure: (toolbox) => compareArchiveBuild(toolbox, root, 2500),
  },
  {
    name: 'server of an archive: start to first tools/call / an empty script',
    limit: 1.8,
    measure: (toolbox) => compareArchiveStart(toolbox, root),
  },
  ...unionBars,
];
export async function measureBars({ folder, words }: MeasureRun): Promise<Measurement> {
  const toolbox = await installPackedCli(folder);
  const rows = [];
  for (const { limit, measure, name } of bars.filter((bar) => words.length === 0 || words.some((word) => bar.name.includes(word)))) {
    const comparison = await measure(toolbox);
    const holds = comparison.ratio <= limit;
    rows.push({ name, ...comparison, limit, holds });
    const { oursMs, ratio, theirsMs } = comparison;
    console.error(`${holds ? 'ok  ' : 'OVER'} ${name}: ${ratio} of at most ${limit} (${oursMs} ms / ${theirsMs} ms)`);
  }
  return { report: { node: process.version, bars: rows }, lines: [], holds: rows.every(({ holds }) => holds) };
}

/** The checked-in projects, against the declarations that users get. */
async function typeCheckScale(toolbox: Toolbox): Promise<Comparison> {
  const framework = writeScaleBeside(toolbox, 'framework', 300);
  const plain = writeScaleBeside(toolbox, 'plain', 300);
  return interleave(
    5,
    () => timed([process.execPath, typescript6, '-p', framework]),
    () => timed([process.execPath, typescript6, '-p', plain]),
  );
}

async function checkHundred(toolbox: Toolbox): Promise<Comparison> {
  const project = writeScaleBeside(toolbox, 'framework', 100);
  return interleave(
    5,
    () => timed([...toolbox.service, 'check'], project),
    () => timed([process.execPath, typescript6, '-p', project, '--noEmit']),
  );
}

async function timed(command: readonly string[], cwd?: string): Promise<number> {
  const [program = '', ...args] = command;
  const run = await runProgram(program, args, cwd === undefined ? {} : { cwd });
  if (run.code !== 0) throw new Error(`${command.join(' ')} ended with code ${run.code}:\n${run.stdout}${run.stderr}`.slice(0, 4000));
  return run.milliseconds;
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { MeasureRun, Measurement } from '../measurement.ts';
import { ProcessWatch, type WatchedProcess } from './process-watch.ts';

/** How often processes are looked at: of each, what it does after the last look is missed. */
const everyMs = 50;
const shown = 25;

/**
 * CPU seconds of `npm test` with the given words, of every process that it starts: a figure that a busy host changes little. By test file
 * (with everything that its tests start), by program, and in all.
 */
export async function measureTestCpu({ root, words }: MeasureRun): Promise<Measurement> {
  const args = ['--import', 'tsx', '--conditions=service-source', join(root, 'scripts/test.ts'), ...words];
  // Its last line is not ours: where results are read, it is not.
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 'inherit'] });
  const watch = new ProcessWatch(child.pid ?? 0);
  const looking = setInterval(() => watch.look(), everyMs);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(looking);
  const files = sums(watch.processes.flatMap(({ byFile }) => [...byFile]));
  const programs = sums(watch.processes.map((one) => [programOf(one), one.seconds]));
  const all = round(watch.processes.reduce((sum, { seconds }) => sum + seconds, 0));
  const table = (rows: readonly Row[]): readonly string[] =>
    rows.slice(0, shown).map(([name, seconds]) => `  ${seconds.toFixed(1)} s  ${name}`);
  return {
    report: {
      seconds: all,
      processes: watch.processes.length,
      code,
      files: Object.fromEntries(files),
      programs: Object.fromEntries(programs),
    },
    lines: [
      `${all} CPU s in ${watch.processes.length} processes`,
      'test files, with what they start:',
      ...table(files),
      'programs:',
      ...table(programs),
    ],
    problems: code === 0 ? [] : [`npm test ended with ${code}: what a red run costs is no figure`],
    holds: code === 0,
  };
}

type Row = readonly [name: string, seconds: number];

function sums(rows: readonly Row[]): readonly Row[] {
  const totals = new Map<string, number>();
  for (const [name, seconds] of rows) totals.set(name, (totals.get(name) ?? 0) + seconds);
  return [...totals].map(([name, seconds]): Row => [name, round(seconds)]).toSorted(([, a], [, b]) => b - a);
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100;

/** What is equal in the command lines of one program: neither temporary folders nor ports nor texts of modules. */
const programOf = ({ command }: WatchedProcess): string =>
  (command.startsWith('test ') ? 'a process of test files' : command)
    .replaceAll(/\/tmp\/[\w.-]+/g, '<tmp>')
    .replaceAll(/\b\d{3,}\b/g, '<n>')
    .slice(0, 120);

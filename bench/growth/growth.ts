import { UnknownWord, type MeasureRun, type Measurement } from '../../scripts/measure/measurement.ts';
import type { GrowthRow, GrowthRun } from './load.ts';
import { growInstances } from './instances.ts';
import { growSessions } from './sessions.ts';
import { growTools } from './tools.ts';

const parts: Readonly<Record<string, (run: GrowthRun) => Promise<readonly GrowthRow[]>>> = {
  tools: growTools,
  sessions: growSessions,
  instances: growInstances,
};

/** What a server costs as it grows: the figures of docs/guide/scaling.md. */
export async function measureGrowth({ flags, folder, words }: MeasureRun): Promise<Measurement> {
  const unknown = words.find((word) => !Object.hasOwn(parts, word));
  if (unknown !== undefined) throw new UnknownWord(`nothing that grows is called ${unknown}; known: ${Object.keys(parts).join(', ')}`);
  const tables: Record<string, readonly GrowthRow[]> = {};
  for (const [name, grow] of Object.entries(parts))
    if (words.length === 0 || words.includes(name)) tables[name] = await grow({ folder, quick: flags['quick'] === true });
  return { report: { node: process.version, ...tables }, lines: Object.values(tables).flatMap(printTable), holds: true };
}

/** As the guide has it. */
function printTable(rows: readonly GrowthRow[]): readonly string[] {
  const names = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(names), line(names.map(() => '---')), ...rows.map((row) => line(Object.values(row))), ''];
}

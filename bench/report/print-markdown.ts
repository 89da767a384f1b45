import { makers } from '../servers/makers.ts';
import { ratio, rounded, type Metric, type Verdict } from './metric.ts';

export interface RunFacts {
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  readonly pinned: boolean;
  readonly versions: Readonly<Record<string, string>>;
  /** Peers that are left out, and why. */
  readonly missing: readonly string[];
}

const shown = (value: number | undefined): string => String(rounded(value) ?? '–');
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The generated part of bench/RESULTS.md. */
export function printMarkdown(metrics: readonly Metric[], verdicts: readonly Verdict[], facts: RunFacts): string {
  const { date, machine, missing, node, pinned, versions } = facts;
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `One run of \`npm run bench\` on ${date}: ${machine}, Node ${node}, servers and load ${pinned ? 'pinned to a core each' : 'not pinned'}, servers by turns, medians of the rounds. ${named.join(', ')}.`,
    ...missing.map((reason) => `\nLeft out: ${reason}.`),
    '',
    row(['metric', 'unit', 'ours', 'bare', 'SDK 1.x', 'SDK 2.x', 'xmcp', 'ours / bare', 'ours / SDK 2.x']),
    row(['---', '---', ...Array.from({ length: makers.length + 2 }, () => '---:')]),
    ...metrics.map((metric) =>
      row([
        metric.bareIs === undefined ? metric.name : `${metric.name} (bare: ${metric.bareIs})`,
        metric.unit,
        ...makers.map((maker) => shown(metric.values[maker])),
        shown(ratio(metric, 'bare')),
        shown(ratio(metric, 'sdk2')),
      ]),
    ),
    '',
    row(['bar', 'reached', 'at most', 'met']),
    row(['---', '---:', '---:', '---']),
    ...verdicts.map(({ bar, met, metric, reached }) =>
      row([bar.of === 'ours' ? metric : `${metric}, ours / ${bar.of}`, shown(reached), shown(bar.limit), met ? 'yes' : '**no**']),
    ),
    '',
  ].join('\n');
}

import type { Maker } from '../servers/makers.ts';
import { rounded, type Metric } from './metric.ts';
import type { RunFacts } from './print-markdown.ts';

/** Metrics of interest to users, as docs/performance.md calls them. */
const summaryNames: Readonly<Record<string, string>> = {
  'tools/call 2026-07-28 stateless: server CPU per request': 'CPU of a `tools/call` without a session',
  'tools/call 2025-11-25 in a session: server CPU per request': 'CPU of a `tools/call` in a session',
  'tools/list of 52 tools: server CPU per request': 'CPU of a `tools/list`',
  'tools/call on workerd: server CPU per request': 'CPU of a `tools/call` on workerd',
  'tools/call with a token seen before: server CPU per request': 'CPU of a `tools/call` with a known token',
  'HTTP: spawn to first answered call': 'start to first answer, HTTP',
  'stdio: spawn to first answered call': 'start to first answer, stdio',
  'RSS after the first answer': 'memory after the first answer',
  'heap of an idle session, 1000 of them': 'memory of an idle session',
  'bundle of the 52 tools, node, gzip': 'bundle for Node, gzip',
  'bundle of the 52 tools, worker, gzip': 'bundle for a worker, gzip',
  'bundle of the template basic, node, gzip': 'bundle of `service new`, Node, gzip',
};
const columns: readonly Maker[] = ['ours', 'sdk2', 'sdk1', 'bare'];

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function cell({ bareIs, unit, values }: Metric, maker: Maker): string {
  // Where `bare` is another build of ours, it is no peer.
  const value = maker === 'bare' && bareIs !== undefined ? null : rounded(values[maker]);
  return value === null ? '–' : `${value} ${unit}`;
}

/** The generated part of docs/performance.md: what a user compares. bench/RESULTS.md has the whole run. */
export function printSummary(metrics: readonly Metric[], { date, machine, node, versions }: RunFacts): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    row(['', '`service`', 'SDK 2.x', 'SDK 1.x', 'bare']),
    row(['---', ...columns.map(() => '---:')]),
    ...metrics.flatMap((metric) => {
      const name = summaryNames[metric.name];
      return name === undefined ? [] : [row([name, ...columns.map((maker) => cell(metric, maker))])];
    }),
    '',
    `Measured on ${date}: ${machine}, Node ${node}; ${named.join(', ')}.`,
    '',
  ].join('\n');
}

import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { readFlags } from '../scripts/read-flags.ts';
import { runProgram } from '../scripts/testing/run-program.ts';
import { measure } from './measure.ts';
import { fullRun, quickRun } from './phases/settings.ts';
import { rowOf, verdictsOf } from './report/metric.ts';
import { printMarkdown, type RunFacts } from './report/print-markdown.ts';
import { printSummary } from './report/print-summary.ts';
import { writePage } from './report/write-page.ts';
import { canPin } from './servers/pinning.ts';
import { discard, prepare, type Prepared } from './servers/prepare.ts';

const root = resolve(import.meta.dirname, '..');
const {
  values: { json, quick },
} = readFlags(
  'bench',
  { options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } } },
  { json: 'one document on stdout', quick: 'shows that all of it runs' },
);

const started = performance.now();
const say = (line: string): void => console.error(`${String(Math.round((performance.now() - started) / 1000)).padStart(4)} s  ${line}`);

let prepared: Prepared | undefined;
try {
  say('building the servers');
  prepared = await prepare();
  const metrics = await measure(prepared, quick ? quickRun : fullRun, { say });
  const verdicts = verdictsOf(metrics);
  const facts = await factsOf(prepared);
  const numbers = printMarkdown(metrics, verdicts, facts);
  if (json) console.log(JSON.stringify({ metrics: metrics.map(rowOf) }, null, 2));
  else console.log(numbers);
  // A quick run is too short to be held against a bar, or to be shown.
  if (!quick) {
    writePage(join(root, 'docs/performance.md'), printSummary(metrics, facts));
    writePage(join(root, 'bench/RESULTS.md'), numbers);
    const missed = verdicts.filter(({ met }) => !met);
    for (const { metric, reached, bar } of missed)
      console.error(`bar missed: ${metric}: ${reached.toFixed(2)} of at most ${bar.limit.toFixed(2)} (${bar.of})`);
    process.exitCode = missed.length > 0 ? 1 : 0;
  }
} catch (error) {
  console.error(`npm run bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  if (prepared !== undefined) discard(prepared);
}

async function factsOf({ node, xmcp }: Prepared): Promise<RunFacts> {
  const { stdout } = await runProgram(node, ['--version']);
  const [core] = cpus();
  const versionOf = (folder: string, name: string): string => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'node_modules', name, 'package.json'), 'utf8')) as { version: string };
    return manifest.version;
  };
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores, ${core?.model.trim() ?? 'unknown'}`,
    node: stdout.trim().slice(1),
    pinned: canPin,
    versions: {
      'SDK 1.x': versionOf('bench', '@modelcontextprotocol/sdk'),
      'SDK 2.x': versionOf('bench', '@modelcontextprotocol/server'),
      xmcp: versionOf('bench', 'xmcp'),
      workerd: versionOf('tools/worker', 'workerd'),
    },
    missing: 'missing' in xmcp ? [`xmcp: ${xmcp.missing}`] : [],
  };
}

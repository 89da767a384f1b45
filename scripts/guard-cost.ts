import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoad } from '../bench/load/load.ts';
import { buildGuardBundles, measureGuards, mostShare } from '../bench/phases/guards.ts';
import { fullRun, quickRun } from '../bench/phases/settings.ts';
import { verdictsOf } from '../bench/report/metric.ts';

const args = process.argv.slice(2);
const unknown = args.filter((argument) => argument !== '--json' && argument !== '--quick');
if (unknown.length > 0) {
  console.error(`npm run guard-cost: unknown ${unknown.join(' ')}; known: --json, --quick (shows that it runs)`);
  process.exit(2);
}
const quick = args.includes('--quick');
const folder = mkdtempSync(join(tmpdir(), 'service-guards-'));
const load = startLoad();
try {
  const bundles = await buildGuardBundles(folder);
  const metric = await measureGuards(bundles, load, quick ? quickRun : { ...fullRun, rounds: 41, roundMs: 250 });
  const { ours: guardedMicroseconds = NaN, bare: unguardedMicroseconds = NaN } = metric.values;
  const holds = verdictsOf([metric]).every(({ met }) => met);
  const share = 1 - unguardedMicroseconds / guardedMicroseconds;
  const report = { guardedMicroseconds, unguardedMicroseconds, share, limit: mostShare, holds };
  if (args.includes('--json')) console.log(JSON.stringify(report));
  else for (const [name, value] of Object.entries(report)) console.log(`${name.padEnd(22)} ${value}`);
  process.exitCode = holds || quick ? 0 : 1;
} finally {
  load.stop();
  rmSync(folder, { recursive: true, force: true });
}

/*
 * `npm run mutations [-- --area <name>] [--json] [--since <commit>] [--sample N] [--seed S] [--minutes N] [--judges N] [--by <test>…] [--jobs N] [--afresh] [folder or file…]`:
 * changes one guard of the area (`mutations/areas.ts`) at a time and counts which changes the tests notice. It works on a copy, a git worktree
 * of the commit, in which every change stands behind a switch: each bundle is built once for all of them, and a change is shown only to the
 * tests that reach it, the quickest first. Mutants are taken in an order of chance, so that what was judged when the minutes are over is a
 * sample of the whole. `--since` takes only those on lines that were not there at a commit: the guards of one piece of work;
 * `--by` asks only the named tests of the area, which takes seconds while one of them is written: what they notice is remembered.
 */
import { resolve } from 'node:path';
import { areaOf, isBelow } from './mutations/areas.ts';
import { changedLines } from './mutations/changed-lines.ts';
import { killedShare, reportOf, tableOf } from './mutations/report.ts';
import type { NumberedMutant } from './mutations/switch-everything.ts';
import { Verdicts } from './mutations/verdicts.ts';
import { readFlags, wholeNumber } from './read-flags.ts';
import { readFileTimes } from './testing/file-times.ts';
import { inParallel } from './testing/section.ts';

const root = resolve(import.meta.dirname, '..');

const { positionals, values } = readFlags('mutations', {
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    area: { type: 'string', default: 'auth' },
    afresh: { type: 'boolean', default: false },
    since: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    judges: { type: 'string' },
    by: { type: 'string', multiple: true, default: [] },
    jobs: { type: 'string', default: '2' },
  },
});
const numberOf = (flag: 'sample' | 'seed' | 'minutes' | 'judges' | 'jobs', least: number): number => {
  const given = values[flag];
  return given === undefined ? Infinity : wholeNumber(given, { command: 'mutations', flag, least });
};
const [sample, seed, minutes, maxBundles, jobs] = [
  numberOf('sample', 1),
  numberOf('seed', 0),
  numberOf('minutes', 1),
  numberOf('judges', 0),
  numberOf('jobs', 1),
];
const area = areaOf(values.area);
const until = performance.now() + minutes * 60_000;
const verdicts = new Verdicts(root, values.afresh);
// Loaded once the flags are right: with them comes TypeScript.
const [{ findJudges, firstToNotice }, { makeCopy, wrapChildren }, { sampleOf }, { switchEverything }] = await Promise.all([
  import('./mutations/judges.ts'),
  import('./mutations/make-copy.ts'),
  import('./mutations/mutants-of.ts'),
  import('./mutations/switch-everything.ts'),
]);
const { copy, remove } = makeCopy(root);
try {
  const all = switchEverything(copy, area.sources);
  wrapChildren(copy);
  const below = all.filter(({ file }) => positionals.length === 0 || positionals.some((part) => isBelow(file, part)));
  const asked = values.since === undefined ? below : below.filter(isNewSince(values.since));
  const chosen = sampleOf(asked, sample, seed);
  const open = chosen.filter(({ key, why }) => why === undefined && typeof verdicts.get(key) !== 'object');
  console.error(`${asked.length} mutants, ${chosen.length} of them chosen (seed ${seed}), ${open.length} to be judged`);
  const judges = findJudges(copy, area, readFileTimes(root)).filter(({ file }) => values.by.length === 0 || values.by.includes(file));
  const survived = new Set<string>();
  try {
    await inParallel(open, jobs, async ({ id, file, key, told }) => {
      if (performance.now() > until) return;
      const inChild = area.children?.some((part) => isBelow(file, part)) === true;
      const by = await firstToNotice(judges, { file, id, inChild, max: maxBundles });
      console.error(by === undefined ? `SURVIVED ${told}` : `killed   ${told}  (${by})`);
      verdicts.set(key, by === undefined ? 'survived' : { by });
      if (by === undefined) survived.add(key);
    });
  } finally {
    for (const judge of judges) judge.rest();
  }
  // In the order of the folders, for those who read it.
  const report = reportOf(
    chosen.toSorted((a, b) => a.id - b.id),
    // A survivor of an earlier run that was not reached again was not judged by the tests of today.
    ({ key }) => (verdicts.get(key) !== 'survived' || survived.has(key) ? verdicts.get(key) : undefined),
    judges.filter(({ isUnfit }) => isUnfit).map(({ file }) => file),
  );
  console.log(values.json ? JSON.stringify({ ...report, area: values.area, asked: asked.length, seed }, null, 2) : tableOf(report));
  process.exitCode = killedShare(report) >= 0.95 && report.unfit.length === 0 ? 0 : 1;
} finally {
  remove();
}

/** Whether a mutant changes a line that was not there at a commit. */
function isNewSince(commit: string): (mutant: NumberedMutant) => boolean {
  const changed = changedLines(root, commit);
  return ({ file, line }) => changed.get(file)?.has(line) === true;
}

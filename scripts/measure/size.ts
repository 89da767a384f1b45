import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fixture as calculator } from '../../fixtures/calculator/fixture.ts';
import { fixture as schemas } from '../../fixtures/schemas/fixture.ts';
import { copyProject, requestOf } from '../../test/support/compile.ts';
import { basicBudgets, inPageBudget } from '../../test/support/fixture.ts';
import { bundlePage } from '../../test/support/page-site.ts';
import { build } from '../../src/compiler/index.ts';
import { loadTarget } from '../../src/targets/index.ts';
import type { MeasureRun, Measurement } from './measurement.ts';

interface Measured {
  /** Of the artifact: the archive, or the bundle. */
  readonly bytes: number;
  /** Of the bundle. */
  readonly gzip: number;
  /** Parts in it of which these servers use nothing. */
  readonly unused: readonly string[];
  /** Bytes of an archive; gzip bytes of a bundle. */
  readonly budget: number;
}

/** Texts of parts that none of these servers uses. */
const ofOthers: Readonly<Record<string, string>> = { CodeCall: 'codecall', skills: 'skill://', search: 'repository repo' };

const promised = ({ targets }: typeof calculator): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(targets).map(([name, { maxGzipBytes }]) => [name, maxGzipBytes]));

const projects: Readonly<Record<string, { readonly folder: string; readonly budgets: Readonly<Record<string, number>> }>> = {
  basic: { folder: 'src/templates/basic', budgets: basicBudgets },
  calculator: { folder: 'fixtures/calculator', budgets: promised(calculator) },
  schemas: { folder: 'fixtures/schemas', budgets: promised(schemas) },
};

async function measureBuild(root: string, name: string, targetName: string): Promise<Omit<Measured, 'budget'>> {
  const target = await loadTarget(targetName);
  if (target === undefined) throw new Error(`no target ${targetName}`);
  const copy = copyProject(resolve(root, projects[name]?.folder ?? ''));
  try {
    const { diagnostics, output } = await build(requestOf(copy.root, name), target);
    if (output === undefined) throw new Error(`${name} for ${targetName}: ${diagnostics.map(({ message }) => message).join('\n')}`);
    const { bytes, gzipBytes } = output.report;
    const code = output.files.map(({ contents, path }) => (path.endsWith('.js') ? contents.toString() : '')).join('');
    const unused = Object.keys(ofOthers).filter((part) => code.includes(ofOthers[part] ?? part));
    const archive = target.archive === undefined ? undefined : output.files[0];
    return { bytes: archive === undefined ? bytes : Buffer.byteLength(archive.contents), gzip: gzipBytes, unused };
  } finally {
    copy.remove();
  }
}

/** How large the builds of small servers are. */
export async function measureSize({ root }: MeasureRun): Promise<Measurement> {
  const report: Record<string, Record<string, Measured>> = {};
  for (const [name, { budgets }] of Object.entries(projects))
    for (const [target, budget] of Object.entries(budgets))
      (report[name] ??= {})[target] = { ...(await measureBuild(root, name, target)), budget };
  const { code } = await bundlePage('in-page/pages/core.ts', { minify: true });
  const page = { bytes: code.length, gzip: gzipSync(code, { level: 9 }).length, unused: [], budget: inPageBudget };
  report['core'] = { 'in-page': page };
  const rows = Object.entries(report).flatMap(([name, targets]) =>
    Object.entries(targets).map(([target, one]) => ({ name, target, ...one })),
  );
  const problems = rows
    .filter(({ budget, bytes, gzip, target }) => (target === 'mcpb' ? bytes : gzip) > budget)
    .map(({ name, target }) => `${name} for ${target} is larger than its budget.`)
    .concat(
      rows.flatMap(({ name, target, unused }) => unused.map((part) => `${name} for ${target} carries ${part}, which it does not use.`)),
    );
  const lines = rows.map(
    ({ budget, bytes, gzip, name, target, unused }) =>
      `${name} ${target}: ${bytes} bytes, ${gzip} after gzip, budget ${budget}${unused.length === 0 ? ', nothing of CodeCall, skills and search' : ''}`,
  );
  return { report, lines, problems, holds: problems.length === 0 };
}

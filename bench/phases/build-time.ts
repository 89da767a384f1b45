import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { interleave, type Comparison } from '../../scripts/measure/bars/interleave.ts';
import { judgePath } from '../../scripts/serving/judges.ts';
import { runProgram } from '../../scripts/testing/run-program.ts';
import { installPacked } from '../../test/support/packed-project.ts';
import type { Prepared } from '../servers/prepare.ts';
import type { RunSettings } from './settings.ts';

const root = resolve(import.meta.dirname, '../..');

export interface BuildTimes {
  /** `service build` with checks, and `tsc --noEmit` of TypeScript 6. */
  readonly checked: Comparison;
  /** `service build --no-check`, and esbuild bundling the same entry alone. */
  readonly unchecked: Comparison;
}

/**
 * Builds the template `basic` with the packed command line, as a user has it. Warm: the first run of each is not counted, and a run of one
 * round, whose numbers mean little, has none.
 */
export async function measureBuilds({ folder, node }: Prepared, settings: RunSettings): Promise<BuildTimes> {
  const place = join(folder, 'packed');
  // An installation by npm brings the same files, and takes 13 CPU seconds.
  await installPacked(place);
  const cli = join(place, 'node_modules/@service/cli/bin/service.js');
  const project = join(place, 'basic');
  cpSync(join(root, 'src/templates/basic'), project, { recursive: true });
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  symlinkSync(join(root, 'node_modules/zod'), join(project, 'node_modules/zod'), 'dir');
  symlinkSync(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'), 'dir');
  const run = async (args: readonly string[]): Promise<number> => {
    const ended = await runProgram(node, args, { cwd: project });
    if (ended.code !== 0)
      throw new Error(`${args.join(' ')} ended with code ${ended.code}:\n${ended.stdout}${ended.stderr}`.slice(0, 3000));
    return ended.milliseconds;
  };
  const service = (flags: readonly string[]) => () => run([cli, 'build', '--force', ...flags]);
  const tsc = () => run([judgePath('typescript6/bin/tsc'), '-p', '.', '--noEmit']);
  const entry = ['src/main.ts', '--bundle', '--minify', '--platform=node', `--outfile=${join(place, 'alone.js')}`, '--log-level=error'];
  const esbuild = () => run([join(root, 'node_modules/esbuild/bin/esbuild'), ...entry]);
  const checked = service([]);
  const unchecked = service(['--no-check']);
  if (settings.buildRounds > 1) for (const once of [checked, tsc, unchecked, esbuild]) await once();
  return {
    checked: await interleave(settings.buildRounds, checked, tsc),
    unchecked: await interleave(settings.buildRounds, unchecked, esbuild),
  };
}

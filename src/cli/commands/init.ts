import { isRecord } from '@service/sdk/internal';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withoutByteOrderMark } from '../../compiler/diagnostics/diagnostic.ts';
import { readProjectSettings } from '../../compiler/index.ts';
import { CliError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { refuseSpecialFiles } from '../../config/special-files.ts';
import { withConfigProblems } from '../project/open-project.ts';
import { packageSpecs } from '../scaffold/package-specs.ts';
import { applyChanges, changedFiles, printChangedFiles } from '../setup/file-change.ts';
import { planConfig, planGitignore, planManifest, planSources, planTsconfig, scriptOf } from '../setup/plan-setup.ts';
import { printDiff } from '../setup/print-diff.ts';

/** `service init`: adds a server to an existing package, and never overrules its files and settings. */
export async function runInit(call: CommandCall): Promise<CommandOutcome> {
  const root = call.cwd;
  withConfigProblems(() => refuseSpecialFiles(root));
  if (!existsSync(join(root, 'package.json')))
    throw new CliError({
      code: 'not-a-package',
      message: `${root} has no package.json`,
      hint: 'Change into a package, name one with --cwd, or make a new project with `service new`',
      exit: 'usage',
    });
  if (!isPackage(join(root, 'package.json')))
    throw new CliError({
      code: 'not-a-package',
      message: `${join(root, 'package.json')} is not a JSON object`,
      hint: 'Correct it, then run this again',
      exit: 'usage',
    });
  const settings = await readProjectSettings(root);
  if (settings?.problem !== undefined)
    throw new CliError({
      code: 'settings-unusable',
      message: `tsconfig.json cannot be used: ${settings.problem}`,
      hint: 'Correct it, then run this again. Nothing was changed',
      exit: 'usage',
    });
  const specs = await packageSpecs(call, ['sdk', 'cli']);
  const plans = [
    planManifest(root, specs),
    planTsconfig(settings),
    planConfig(root, settings),
    planSources(root, settings),
    planGitignore(root),
  ];
  const changes = plans.flatMap((plan) => plan.changes);
  const notes = plans.flatMap((plan) => plan.notes);
  const dryRun = call.flags.switch('dry-run');
  const packageManager = packageManagerOf(root);
  const dev = scriptOf(root, 'dev');
  call.signal.throwIfAborted();
  if (!dryRun) await applyChanges(root, changes);
  if (!call.output.json) for (const note of notes) call.output.say(note);
  return {
    exit: 'ok',
    data: { dryRun, files: changedFiles(changes), notes },
    text:
      changes.length === 0
        ? 'Nothing to do: the package has everything.'
        : dryRun
          ? changes.map(printDiff).join('\n\n')
          : `${printChangedFiles(changes)}\n\nNext:\n\n  ${packageManager} install\n  ${packageManager} run ${dev}`,
  };
}

/** The package manager of the lock file in the package, or in a workspace around it. */
function packageManagerOf(root: string): 'npm' | 'pnpm' | 'yarn' {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'pnpm-lock.yaml'))) return 'pnpm';
    if (existsSync(join(folder, 'yarn.lock'))) return 'yarn';
    if (existsSync(join(folder, 'package-lock.json')) || existsSync(join(folder, '.git')) || dirname(folder) === folder) return 'npm';
  }
}

function isPackage(file: string): boolean {
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(readFileSync(file, 'utf8')));
    return isRecord(value);
  } catch {
    return false;
  }
}

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { activeVariable } from './with-switches.ts';

/** A git worktree of the commit, with the packages that are installed here: nothing here is ever left changed. */
export function makeCopy(root: string): { readonly copy: string; readonly remove: () => void } {
  const copy = join(mkdtempSync(join(tmpdir(), 'service-mutations-')), 'copy');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', copy, 'HEAD'], { cwd: root });
  for (const at of ['node_modules', 'tools/judges/node_modules', 'tools/worker/node_modules']) linkPackages(join(root, at), join(copy, at));
  // The changes themselves may be newer than the commit.
  cpSync(join(root, 'scripts/mutations'), join(copy, 'scripts/mutations'), { recursive: true });
  wrapCompiler(copy);
  return { copy, remove: () => void execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root }) };

  /** Each package by itself: those of the workspace are the copy's own. */
  function linkPackages(from: string, to: string): void {
    if (!existsSync(from)) return;
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) if (name !== '@service') symlinkSync(join(from, name), join(to, name));
    if (!existsSync(join(from, '@service'))) return;
    mkdirSync(join(to, '@service'));
    for (const name of readdirSync(join(copy, 'packages'))) symlinkSync(join(copy, 'packages', name), join(to, '@service', name));
  }
}

/** The copy's compiler keeps what it has built. */
function wrapCompiler(copy: string): void {
  const phases = join(copy, 'src', 'compiler');
  renameSync(join(phases, 'index.ts'), join(phases, 'phases.ts'));
  const lines = [
    `import { build as buildAfresh } from './phases.ts';`,
    `import { keepBuilds } from '../../scripts/mutations/kept-builds.ts';`,
    `export * from './phases.ts';`,
    `export const build = keepBuilds(buildAfresh, ${JSON.stringify(join(copy, '.service', 'kept-builds'))});`,
    // A kept build names the inputs of the folder that it was made in: what changed since in another folder would be missed.
    `export const findUnchanged = (): Promise<undefined> => Promise.resolve(undefined);`,
  ];
  writeFileSync(join(phases, 'index.ts'), `${lines.join('\n')}\n`);
}

/** Children of the copy's compiler are told which change is on, in spite of their cleaned environment. Called when the sources are changed. */
export function wrapChildren(copy: string): void {
  const folder = join(copy, 'src', 'compiler', 'isolation');
  renameSync(join(folder, 'start-child.ts'), join(folder, 'start-plain-child.ts'));
  const lines = [
    `import { startChild as startPlainChild, type ChildOptions, type StartedChild } from './start-plain-child.ts';`,
    `export * from './start-plain-child.ts';`,
    `export const startChild = (options: ChildOptions): StartedChild => startPlainChild({`,
    `  ...options, environment: { ...options.environment, ${activeVariable}: process.env['${activeVariable}'] ?? '-1' } });`,
  ];
  writeFileSync(join(folder, 'start-child.ts'), `${lines.join('\n')}\n`);
}

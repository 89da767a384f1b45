import { usageError } from '../cli-error.ts';
import type { Flags } from '../flags.ts';

export const templateNames = ['basic', 'full'] as const;
export const packageManagers = ['npm', 'yarn', 'pnpm'] as const;

/** Everything that `new` needs to know. */
export interface Answers {
  /** Where it goes, as typed; the last part is the project's name. */
  readonly path: string;
  readonly template: (typeof templateNames)[number];
  readonly packageManager: (typeof packageManagers)[number];
  readonly install: boolean;
  readonly git: boolean;
}

/** Flags that say something about the project: one of them turns every question off. */
const configurationFlags = ['template', 'pm', 'no-install', 'no-git', 'sdk', 'cli', 'testing', 'yes', 'json'];

/** Whether a person may be asked: a terminal on both sides, no CI, and no flag that already decides. */
export function mayAsk(flags: Flags, facts: { readonly stdin: boolean; readonly stdout: boolean; readonly ci: boolean }): boolean {
  return facts.stdin && facts.stdout && !facts.ci && !configurationFlags.some((flag) => flags.has(flag));
}

/** Answers of the flags, with a default for each that is missing, and which defaults were taken. */
export function answersOfFlags(path: string | undefined, flags: Flags): { readonly answers: Answers; readonly taken: readonly string[] } {
  if (path === undefined)
    throw usageError('missing-answer', 'The argument <path> is missing and nobody can be asked for it', {
      hint: 'Write `service new <path>`, for example `service new weather`',
    });
  const answers: Answers = {
    path,
    template: oneOf(templateNames, flags.text('template')),
    packageManager: oneOf(packageManagers, flags.text('pm')),
    install: !flags.switch('no-install'),
    git: !flags.switch('no-git'),
  };
  const taken = [
    ...(flags.has('template') ? [] : [`--template ${answers.template}`]),
    ...(flags.has('pm') ? [] : [`--pm ${answers.packageManager}`]),
    ...(flags.has('no-install') ? [] : ['install the dependencies']),
    ...(flags.has('no-git') ? [] : ['start a git repository']),
  ];
  return { answers, taken };
}

function oneOf<Name extends string>(names: readonly [Name, ...Name[]], text: string | undefined): Name {
  return names.find((name) => name === text) ?? names[0];
}

/** What is wrong with a project name, or undefined. The folder, the package and the bundle all carry it. */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'The name is empty';
  if (name.length > 100) return 'The name is longer than 100 characters';
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) return `'${name}' cannot be the name: use a-z, 0-9, . - _, first a letter or digit`;
  if (['node_modules', 'favicon.ico', 'con', 'nul', 'aux', 'prn'].includes(name))
    return `'${name}' cannot be the name: package managers or file systems reserve it`;
  return undefined;
}

/** A name near to a refused one that would do. */
export function repairName(name: string): string | undefined {
  const repaired = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .replace(/-+$/, '')
    .slice(0, 100);
  return repaired !== '' && nameFault(repaired) === undefined ? repaired : undefined;
}

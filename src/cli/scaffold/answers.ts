import { isAttended } from '@service/sdk/terminal';
import { targetNames } from '../../targets/index.ts';
import { usageError } from '../cli-error.ts';
import type { CommandCall, Flags } from '../command.ts';

export const templateNames = ['basic', 'full', 'local', 'page', 'widget'] as const;
/** The default targets of each template; a page is built by its own bundler. */
export const templateTargets = { basic: ['node'], full: ['node'], local: ['node', 'mcpb'], page: [], widget: ['node'] } as const;
/** Our packages that each template depends on. */
export const templatePackages = {
  basic: ['sdk', 'cli', 'testing'],
  full: ['sdk', 'cli', 'testing'],
  local: ['sdk', 'cli', 'testing'],
  page: ['sdk', 'react'],
  widget: ['sdk', 'cli', 'testing', 'ui'],
} as const;
export const packageManagers = ['npm', 'yarn', 'pnpm'] as const;

export const pipelines = ['none', 'github', 'gitlab'] as const;

/** Everything that `new` needs to know. */
export interface Answers {
  /** Where it goes, as typed; the last part is the project's name. */
  readonly path: string;
  readonly template: (typeof templateNames)[number];
  readonly packageManager: (typeof packageManagers)[number];
  /** Values of `--target` that its build makes. */
  readonly targets: readonly string[];
  readonly redis: boolean;
  readonly docker: boolean;
  readonly cicd: (typeof pipelines)[number];
  readonly install: boolean;
  readonly git: boolean;
}

/** Flags that say something about the project: one of them turns every question off. */
const configurationFlags = [
  'template',
  'pm',
  'target',
  'redis',
  'docker',
  'cicd',
  'no-install',
  'no-git',
  'sdk',
  'cli',
  'testing',
  'react',
  'ui',
  'yes',
  'json',
];

/** Whether a person may be asked: a terminal on both sides, no build server, and no flag that already decides. */
export const mayAsk = ({ env, flags, output, stdin }: Pick<CommandCall, 'env' | 'flags' | 'output' | 'stdin'>): boolean =>
  isAttended([stdin, output.stdout], env) && !configurationFlags.some((flag) => flags.has(flag));

/** Answers of the flags, with a default for each that is missing, and which defaults were taken. */
export function answersOfFlags(path: string | undefined, flags: Flags): { readonly answers: Answers; readonly taken: readonly string[] } {
  if (path === undefined)
    throw usageError('missing-answer', 'The argument <path> is missing, and there is no terminal to ask at', {
      hint: 'Write `service new <path>`, for example `service new calculator`',
    });
  const template = oneOf(templateNames, flags.text('template'));
  const answers: Answers = {
    path,
    template,
    packageManager: oneOf(packageManagers, flags.text('pm')),
    targets: flags.list('target').length === 0 ? templateTargets[template] : [...new Set(flags.list('target'))],
    redis: flags.switch('redis'),
    docker: flags.switch('docker'),
    cicd: oneOf(pipelines, flags.text('cicd')),
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

/** Why the parts of a project do not go together, or undefined. */
export function combinationFault(answers: Pick<Answers, 'template' | 'docker' | 'redis' | 'targets' | 'cicd'>): string | undefined {
  const { cicd, docker, redis, targets, template } = answers;
  if (template === 'page' && (docker || redis || targets.length > 0 || cicd !== 'none'))
    return '--template page makes no server to deploy: leave --target, --docker, --redis and --cicd out';
  const unknown = targets.find((name) => !targetNames.includes(name));
  if (unknown !== undefined) return `--target names no target of this version: '${unknown}' (${targetNames.join(', ')})`;
  if (docker && !targets.includes('node')) return '--docker runs the bundle of node: add it to --target';
  if (redis && targets.includes('worker')) return '--redis speaks TCP, which the target worker does not: leave one of them out';
  return undefined;
}

/** The fault of a project name, or undefined. The folder, the package and the bundle all have this name. */
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

import { basename, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { CommandCall } from '../command.ts';
import { targetNames } from '../../targets/index.ts';
import { nameFault, packageManagers, pipelines, templateNames, templateTargets, type Answers } from './answers.ts';

const templateSays = {
  basic: 'one app with a tool, a resource and a prompt',
  full: 'two apps, both styles, providers, a plugin, completion',
  local: "for one person's machine: an archive for clients, with a setting",
  widget: 'a tool whose result hosts show, by a component of React',
  page: 'a page of React components that a model drives, with a server in it',
} as const;

/** A page goes to any static host. */
const isDeployed = ({ template }: Partial<Answers>): boolean => template !== 'page';
const undeployed = { targets: [], redis: false, docker: false, cicd: 'none' } as const;

/** Asks for everything; each question has a flag of the same meaning. Ctrl-C at a question is an interruption, not a failure. */
export async function askForAnswers(path: string | undefined, { cwd, output, signal, stdin }: CommandCall): Promise<Answers> {
  const { default: inquirer } = await import('inquirer');
  const prompt = inquirer.createPromptModule({ input: stdin, output: output.questions });
  try {
    const given =
      path === undefined
        ? await prompt([
            {
              type: 'input',
              name: 'path',
              message: 'Folder of the project; its last part is the name',
              default: 'my-server',
              validate: (text: string) => nameFault(basename(resolve(cwd, text))) ?? true,
            },
          ])
        : { path };
    const rest = await prompt([
      {
        type: 'select',
        name: 'template',
        message: 'Start from',
        choices: templateNames.map((value) => ({ value, name: `${value}: ${templateSays[value]}`, short: value })),
        default: 'basic',
      },
      {
        type: 'select',
        name: 'packageManager',
        message: 'Package manager',
        choices: packageManagers.map((value) => ({ value, name: value })),
        default: 'npm',
      },
      {
        type: 'checkbox',
        name: 'targets',
        when: isDeployed,
        message: 'Targets of its build',
        choices: ({ template }: Pick<Answers, 'template'>) => {
          const usual: readonly string[] = templateTargets[template];
          return targetNames.map((value) => ({ value, name: value, checked: usual.includes(value) }));
        },
        validate: (chosen: readonly { readonly value: string }[]) => chosen.length > 0 || 'Choose at least one',
      },
      { type: 'confirm', name: 'redis', when: isDeployed, message: 'Keep sessions in Redis, for several instances?', default: false },
      { type: 'confirm', name: 'docker', when: isDeployed, message: 'Add a Dockerfile and a compose file?', default: false },
      {
        type: 'select',
        name: 'cicd',
        when: isDeployed,
        message: 'Pipeline that checks, tests and builds',
        choices: pipelines.map((value) => ({ value, name: value })),
        default: 'none',
      },
      { type: 'confirm', name: 'install', message: 'Install the dependencies now?', default: true },
      { type: 'confirm', name: 'git', message: 'Start a git repository?', default: true },
    ]);
    return { ...given, ...undeployed, ...rest };
  } catch (error) {
    return endQuestions(error, signal);
  }
}

/** @throws {CliError} for Ctrl-C, else what was thrown */
function endQuestions(error: unknown, signal: AbortSignal): never {
  if (signal.aborted || (error instanceof Error && error.name === 'ExitPromptError'))
    throw new CliError({ code: 'interrupted', message: 'Interrupted; nothing was created', exit: 'interrupted' });
  throw error;
}

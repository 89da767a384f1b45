import { basename, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import { nameFault, packageManagers, templateNames } from './answers.ts';
import type { Answers } from './answers.ts';

const templateSays = {
  basic: 'one app with a tool, a resource and a prompt',
  full: 'two apps, both styles, providers, a plugin, completion',
} as const;

/** Asks for everything; each question has a flag of the same meaning. Ctrl-C at a question is an interruption, not a failure. */
export async function askForAnswers(path: string | undefined, signal: AbortSignal): Promise<Answers> {
  const { default: inquirer } = await import('inquirer');
  const prompt = inquirer.createPromptModule({ output: process.stderr });
  try {
    const given =
      path === undefined
        ? await prompt([
            {
              type: 'input',
              name: 'path',
              message: 'Folder of the project; its last part is the name',
              default: 'my-server',
              validate: (text: string) => nameFault(basename(resolve(text))) ?? true,
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
      { type: 'confirm', name: 'install', message: 'Install the dependencies now?', default: true },
      { type: 'confirm', name: 'git', message: 'Start a git repository?', default: true },
    ]);
    return { ...given, ...rest };
  } catch (error) {
    if (signal.aborted || (error instanceof Error && error.name === 'ExitPromptError'))
      throw new CliError({ code: 'interrupted', message: 'Interrupted; nothing was created', exit: 'interrupted' });
    throw error;
  }
}

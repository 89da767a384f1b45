import { basename, relative, resolve, delimiter, join } from 'node:path';
import { commandWord } from '@service/sdk/terminal';
import { canMakeExecutable } from '../../compiler/index.ts';
import { usageError, CliError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { answersOfFlags, combinationFault, mayAsk, nameFault, repairName, templatePackages, type Answers } from '../scaffold/answers.ts';
import { copyTemplate, refuseOccupied } from '../scaffold/copy-template.ts';
import { packageSpecs } from '../scaffold/package-specs.ts';
import { existsSync } from 'node:fs';
import { execa } from 'execa';

/** `service new [path]`: a project that runs, tests and builds, or nothing at all. */
export async function runNew(call: CommandCall): Promise<CommandOutcome> {
  const answers = await readAnswers(call);
  const folder = resolve(call.cwd, answers.path);
  const name = basename(folder);
  refuseName(answers.path, name);
  const fault = combinationFault(answers);
  if (fault !== undefined) throw usageError('usage', fault);
  await refuseOccupied(folder);
  if (answers.install) refuseMissing(answers.packageManager, call.env);
  const specs = await packageSpecs(call, templatePackages[answers.template]);
  call.signal.throwIfAborted();
  const cliScript = answers.targets.includes('cli') && !(await canMakeExecutable());
  const undo = await copyTemplate(folder, { name, template: answers.template, answers: { ...answers, cliScript }, specs });
  try {
    await prepare(folder, answers, call);
  } catch (error) {
    await undo();
    throw error;
  }
  const { cicd, docker, git, install, packageManager, redis, targets, template } = answers;
  return {
    exit: 'ok',
    data: { folder, name, template, targets: [...targets], redis, docker, cicd, packageManager, install, git, ...specs },
    text: `${printNext({ folder, name, answers, cwd: call.cwd })}${cliScript ? scriptNote() : ''}`,
  };
}

function refuseName(path: string, name: string): void {
  const fault = nameFault(name);
  if (fault === undefined) return;
  const repaired = repairName(name);
  throw usageError('bad-name', fault, {
    suggestion: repaired !== undefined && path.endsWith(name) ? `${path.slice(0, path.length - name.length)}${repaired}` : repaired,
  });
}

async function readAnswers(call: CommandCall): Promise<Answers> {
  const [path] = call.arguments;
  if (mayAsk(call)) {
    if (path !== undefined) refuseName(path, basename(resolve(call.cwd, path)));
    const { askForAnswers } = await import('../scaffold/ask.ts');
    return askForAnswers(path, call);
  }
  const { answers, taken } = answersOfFlags(path, call.flags);
  if (taken.length > 0 && !call.output.json) call.output.say(`Taken without asking: ${taken.join(', ')}.`);
  return answers;
}

async function prepare(folder: string, answers: Answers, call: CommandCall): Promise<void> {
  call.signal.throwIfAborted();
  const started = answers.git && (await startRepository(folder, call));
  if (answers.install) {
    const progress = call.output.progress(`Installing with ${answers.packageManager}`);
    await installDependencies(folder, answers.packageManager, call).finally(() => progress.done());
    call.signal.throwIfAborted();
  }
  if (started) await commitFirst(folder, answers.template, call);
}

/** A build with the default would fail on this machine. */
const scriptNote = (): string => `

Node ${process.version} at ${process.execPath} makes no single executables, so the deployment cli has js: true: its build makes a script for Node.
For an executable, remove js: true from service.config.ts and build with Node 22 or newer from nodejs.org.`;

/** What a template serves, whatever name the project has. */
const contents = {
  basic: 'a calculator',
  full: 'notes and a calculator',
  local: 'a search in notes',
  page: 'a component that a model drives',
  widget: 'colours that hosts show',
} as const;

function printNext(made: { readonly folder: string; readonly name: string; readonly answers: Answers; readonly cwd: string }): string {
  const { packageManager, install, template } = made.answers;
  const run = packageManager === 'npm' ? 'npm run' : packageManager;
  const way = relative(made.cwd, made.folder);
  const enter = way === '' ? [] : [`cd ${commandWord(way)}`];
  const steps = [...enter, ...(install ? [] : [`${packageManager} install`])].join(' && ');
  const created = `Created ${made.name} from the ${template} template: ${contents[template]}, for yours to replace. Next:`;
  return [created, '', ...(steps === '' ? [] : [`  ${steps}`]), `  ${run} dev`].join('\n');
}

const installArguments = { npm: ['install', '--no-audit', '--no-fund'], yarn: ['install'], pnpm: ['install'] } as const;

/**
 * Installs the dependencies. What the package manager says is shown only when it fails.
 * @throws {CliError} with its last lines
 */
async function installDependencies(folder: string, packageManager: Answers['packageManager'], { env, signal }: CommandCall): Promise<void> {
  const result = await execa(packageManager, installArguments[packageManager], {
    cwd: folder,
    all: true,
    reject: false,
    stdin: 'ignore',
    cancelSignal: signal,
    env,
    extendEnv: false,
  });
  if (!result.failed) return;
  const tail = (result.all ?? result.message).split('\n').slice(-15).join('\n');
  throw new CliError({
    code: 'install-failed',
    message: `${packageManager} install failed. The project was removed again.\n${tail}`,
    hint: 'Add --no-install to create the project and install later',
    exit: 'failure',
  });
}

/**
 * Looks for a package manager before anything is made.
 * @throws {CliError} when it is not on the PATH
 */
function refuseMissing(packageManager: Answers['packageManager'], env: CommandCall['env']): void {
  const found = (env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && [packageManager, `${packageManager}.cmd`].some((name) => existsSync(join(folder, name))));
  if (found) return;
  throw new CliError({
    code: 'program-missing',
    message: `${packageManager} is not installed. Nothing was created`,
    hint: 'Choose another one with --pm, or add --no-install',
    exit: 'environment',
  });
}

/** Starts a git repository, unless the folder is inside one or there is no git. Returns whether it did. */
async function startRepository(folder: string, { env, signal }: CommandCall): Promise<boolean> {
  const options = { cwd: folder, env, extendEnv: false, reject: false, stdin: 'ignore', cancelSignal: signal } as const;
  const inside = await execa('git', ['rev-parse', '--is-inside-work-tree'], options);
  if (!inside.failed || inside.code === 'ENOENT') return false;
  const made = await execa('git', ['init', '--quiet'], options);
  return !made.failed;
}

/** Commits all files, the lock file too. Whoever has told git no name gets no commit; hooks and signing of other repositories have no part. */
async function commitFirst(folder: string, template: string, { env, signal }: CommandCall): Promise<void> {
  const options = { cwd: folder, env, extendEnv: false, reject: false, stdin: 'ignore', cancelSignal: signal } as const;
  await execa('git', ['add', '--all'], options);
  const message = `Start from the ${template} template`;
  await execa('git', ['-c', 'commit.gpgSign=false', '-c', 'core.hooksPath=', 'commit', '--quiet', '--message', message], options);
}

import { basename, relative, resolve } from 'node:path';
import { canMakeExecutable } from '../../compiler/index.ts';
import { usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { answersOfFlags, combinationFault, mayAsk, nameFault, repairName } from '../scaffold/answers.ts';
import type { Answers } from '../scaffold/answers.ts';
import { copyTemplate, refuseOccupied } from '../scaffold/copy-template.ts';
import { packageSpecs } from '../scaffold/package-specs.ts';
import { commitFirst, installDependencies, refuseMissing, startRepository } from '../scaffold/prepare-project.ts';

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
  const specs = await packageSpecs(call);
  call.signal.throwIfAborted();
  const cliScript = answers.targets.includes('cli') && !(await canMakeExecutable());
  const undo = await copyTemplate(folder, { name, template: answers.template, answers: { ...answers, cliScript }, ...specs });
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
const contents = { basic: 'a calculator', full: 'notes and a calculator', local: 'a search in notes' } as const;

function printNext(made: { readonly folder: string; readonly name: string; readonly answers: Answers; readonly cwd: string }): string {
  const { packageManager, install, template } = made.answers;
  const run = packageManager === 'npm' ? 'npm run' : packageManager;
  const way = relative(made.cwd, made.folder);
  const enter = way === '' ? [] : [`cd ${/^[\w./-]+$/.test(way) ? way : JSON.stringify(way)}`];
  const steps = [...enter, ...(install ? [] : [`${packageManager} install`])].join(' && ');
  const created = `Created ${made.name} from the ${template} template: ${contents[template]}, for yours to replace. Next:`;
  return [created, '', ...(steps === '' ? [] : [`  ${steps}`]), `  ${run} dev`].join('\n');
}

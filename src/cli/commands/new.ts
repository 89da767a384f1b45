import { mkdir, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { answersOfFlags, mayAsk, nameFault, repairName } from '../scaffold/answers.ts';
import type { Answers } from '../scaffold/answers.ts';
import { copyTemplate, refuseOccupied } from '../scaffold/copy-template.ts';
import { packageSpecs } from '../scaffold/package-specs.ts';
import { installDependencies, startRepository } from '../scaffold/prepare-project.ts';

/** `service new [name]`: a project that runs, tests and builds, or nothing at all. */
export async function runNew(call: CommandCall): Promise<CommandOutcome> {
  const answers = await readAnswers(call);
  const fault = nameFault(answers.name);
  if (fault !== undefined) {
    const repaired = repairName(answers.name);
    throw usageError('bad-name', fault, { suggestion: repaired });
  }
  const folder = join(call.cwd, answers.name);
  await refuseOccupied(folder);
  const existed = existsSync(folder);
  const specs = await packageSpecs(call);
  call.signal.throwIfAborted();
  await copyTemplate(folder, { name: answers.name, template: answers.template, ...specs });
  try {
    await prepare(folder, answers, call);
  } catch (error) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    if (existed) await mkdir(folder);
    throw error;
  }
  return { exit: 'ok', data: { folder, ...answers, ...specs }, text: printNext(answers) };
}

async function readAnswers(call: CommandCall): Promise<Answers> {
  const [name] = call.arguments;
  const facts = { stdin: process.stdin.isTTY, stdout: process.stdout.isTTY, ci: Boolean(call.env['CI']) };
  if (mayAsk(call.flags, facts)) {
    const { askForAnswers } = await import('../scaffold/ask.ts');
    return askForAnswers(name, call.signal);
  }
  const { answers, taken } = answersOfFlags(name, call.flags);
  if (taken.length > 0 && !call.output.json) call.output.say(`Taken without asking: ${taken.join(', ')}.`);
  return answers;
}

async function prepare(folder: string, answers: Answers, call: CommandCall): Promise<void> {
  call.signal.throwIfAborted();
  if (answers.git) await startRepository(folder, call.signal);
  if (!answers.install) return;
  const progress = call.output.progress(`Installing with ${answers.packageManager}`);
  await installDependencies(folder, answers.packageManager, call.signal).finally(() => progress.done());
  call.signal.throwIfAborted();
}

function printNext(answers: Answers): string {
  const run = answers.packageManager === 'npm' ? 'npm run' : answers.packageManager;
  const enter = answers.install ? `cd ${answers.name}` : `cd ${answers.name} && ${answers.packageManager} install`;
  return [`Created ${answers.name} from the ${answers.template} template. Next:`, '', `  ${enter}`, `  ${run} dev`].join('\n');
}

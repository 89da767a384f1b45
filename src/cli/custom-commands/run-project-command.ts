import { messageOf } from '@service/sdk/internal';
import type { Json } from '@service/sdk/model';
import { ConfigProblem } from '../../config/config-problem.ts';
import { evaluateConfig } from '../../config/evaluate-config.ts';
import type { Project } from '../../config/load-project.ts';
import type { ProjectCommand } from '../../config/index.ts';
import { CliError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';

interface Chosen {
  readonly name: string;
  readonly declared: NonNullable<NonNullable<NonNullable<Project['config']>['cli']>['commands']>[string];
  /** Absolute path. */
  readonly module: string;
  readonly root: string;
}

/** Loads the module of a project's command the way configs are loaded, and calls its default export. */
export async function runProjectCommand(call: CommandCall, chosen: Chosen): Promise<CommandOutcome> {
  const run = await loadCommand(chosen);
  const { cwd, env, signal } = call;
  let result: unknown;
  try {
    result = await run({
      arguments: givenArguments(call, chosen),
      options: givenOptions(call, chosen),
      cwd,
      root: chosen.root,
      env,
      signal,
    });
  } catch (error) {
    if (call.signal.aborted) throw error;
    const reason = messageOf(error);
    throw failed(`${chosen.name} failed: ${reason}`, 'The failure is one of the project; its module is named in cli.commands', error);
  }
  if (result === undefined) return { exit: 'ok', data: null };
  if (typeof result === 'string') return { exit: 'ok', data: result, text: result };
  const text = JSON.stringify(result, undefined, 2);
  return { exit: 'ok', data: JSON.parse(text) as Json, text };
}

async function loadCommand({ name, module }: Chosen): Promise<ProjectCommand> {
  try {
    const { value } = await evaluateConfig(module);
    if (isCommand(value)) return value;
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    throw new CliError({ diagnostics: error.diagnostics, sources: error.sources, message: error.message, exit: 'failure', cause: error });
  }
  throw failed(
    `${name}: ${module} has no function as its default export`,
    'Write `export default defineCommand(({ arguments, options }) => …)`',
  );
}

const isCommand = (value: unknown): value is ProjectCommand => typeof value === 'function';

function givenArguments(call: CommandCall, { declared }: Chosen): Readonly<Record<string, string | readonly string[] | undefined>> {
  const rows = (declared.arguments ?? []).map(
    ({ name, variadic }, index) => [name, variadic === true ? call.arguments.slice(index) : call.arguments[index]] as const,
  );
  return Object.fromEntries(rows);
}

function givenOptions(call: CommandCall, { declared }: Chosen): Readonly<Record<string, unknown>> {
  const rows = (declared.options ?? []).map(({ flags, default: standard }) => {
    const name = /--([a-z][a-z0-9-]*)/.exec(flags)?.[1] ?? flags;
    return [name, call.flags.text(name) ?? (call.flags.switch(name) ? true : standard)] as const;
  });
  return Object.fromEntries(rows);
}

const failed = (message: string, hint: string, cause?: unknown): CliError =>
  new CliError({ code: 'command-failed', message, hint, exit: 'failure', cause });

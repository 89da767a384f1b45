import { dirname, relative, resolve } from 'node:path';
import { messageOf } from '@service/sdk/internal';
import type { Json } from '@service/sdk/model';
import { ConfigProblem } from '../../config/config-problem.ts';
import { readBundledConfig, evaluateConfig } from '../../config/evaluate-config.ts';
import { findConfig, refuseSpecialFiles } from '../../config/special-files.ts';
import { loadProject, type Project } from '../../config/load-project.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { ArgumentRow, CommandRow, OptionRow } from '../command-row.ts';
import type { ProjectCommand } from '../../config/index.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';

type Commands = NonNullable<NonNullable<NonNullable<Project['config']>['cli']>['commands']>;
type Declared = Commands[string];

/**
 * Rows of the commands that the project around `cwd` declares; none where there is no project that can be read. A word that stands nowhere
 * in the config names none of them, and then the config is not loaded: a mistyped command must not run a program.
 */
export async function findProjectRows(place: {
  readonly word: string;
  readonly cwd: string;
  readonly config: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<readonly CommandRow[]> {
  try {
    const found = findConfig(place.cwd, { flag: place.config, variable: place.env['SERVICE_CONFIG'] });
    if (found === undefined) return [];
    refuseSpecialFiles(dirname(found.file));
    if (!(await readBundledConfig(found.file)).includes(place.word)) return [];
    const request = { cwd: place.cwd, env: place.env, flags: { config: place.config }, targets: [], trust: 'look' } as const;
    return projectRows(await loadProject(request));
  } catch (error) {
    if (error instanceof ConfigProblem) return [];
    throw error;
  }
}

/**
 * `cli.commands` of the config as rows of the command table.
 * @throws {CliError} exit 2 for a word that is taken, or arguments that cannot be told apart
 */
export function projectRows(project: Project): readonly CommandRow[] {
  return Object.entries(project.config?.cli?.commands ?? {}).map(([name, declared]) => rowOf(name, declared, project));
}

function rowOf(name: string, declared: Declared, project: Project): CommandRow {
  if (reservedVerbs.has(name))
    throw usageError('reserved-command', `cli.commands.${name}: the command line has a command of this name`, {
      hint: 'Choose another name',
    });
  if (!/^[a-z][\w-]*$/.test(name)) throw badCommand(name, 'a name has lower-case letters, digits and hyphens');
  const summary = declared.description ?? `Run ${declared.entry}`;
  const module = resolve(project.root, declared.entry);
  const words = (declared.arguments ?? []).map((argument) => (argument.variadic === true ? `<${argument.name}...>` : `<${argument.name}>`));
  return {
    name,
    group: 'Project',
    summary: summary.replace(/\.$/, ''),
    hidden: declared.hidden === true ? true : undefined,
    details: `Declared in the config; runs ${relative(project.root, module)}.`,
    arguments: argumentRows(name, declared.arguments ?? []),
    options: (declared.options ?? []).map((option) => optionRow(name, option)),
    examples: [{ line: ['service', name, ...words].join(' '), does: 'run it' }],
    seeAlso: ['config print', 'help config'],
    load: () => Promise.resolve((call) => runProjectCommand(call, { name, declared, module, root: project.root })),
  };
}

function argumentRows(name: string, declared: NonNullable<Declared['arguments']>): readonly ArgumentRow[] {
  return declared.map((argument, index): ArgumentRow => {
    if (argument.variadic === true && index < declared.length - 1)
      throw badCommand(name, `only the last argument may be variadic, and ${argument.name} is not`);
    if (argument.required === true && declared[index - 1]?.required !== true && index > 0)
      throw badCommand(name, `${argument.name} is required and stands behind an argument that is not`);
    return {
      name: argument.name,
      summary: argument.description ?? '',
      required: argument.required === true ? true : undefined,
      variadic: argument.variadic === true ? true : undefined,
    };
  });
}

/** `-n, --name <value>`, as in help. */
function optionRow(name: string, { flags, description, default: standard }: NonNullable<Declared['options']>[number]): OptionRow {
  const read = /^(?:-(?<short>[a-zA-Z]), )?--(?<long>[a-z][a-z0-9-]*)(?: <(?<value>[^<>]+)>)?$/.exec(flags)?.groups;
  if (read?.['long'] === undefined)
    throw badCommand(name, `'${flags}' is not written as \`--name\`, \`--name <value>\` or \`-n, --name <value>\``);
  return {
    name: read['long'],
    summary: description ?? '',
    short: read['short'],
    value: read['value'],
    standard: typeof standard === 'string' ? standard : JSON.stringify(standard),
  };
}

const badCommand = (name: string, why: string): CliError =>
  new CliError({ code: 'bad-command', message: `cli.commands.${name}: ${why}`, hint: 'Correct it in the config', exit: 'usage' });

/** Words that a project's commands cannot have: those of this version, and those kept for later ones. */
export const reservedVerbs: ReadonlySet<string> = new Set([
  'audit',
  'build',
  'check',
  'completion',
  'config',
  'contract',
  'create',
  'dev',
  'doctor',
  'explain',
  'generate',
  'help',
  'init',
  'inspect',
  'migrate',
  'new',
  'registry',
  'scaffold',
  'test',
  'inspector',
  'eject-mcp-config',
  'mcpb',
  'skills',
  'plugin',
  'start',
  'stop',
  'restart',
  'status',
  'list',
  'logs',
  'service',
  'socket',
  'install',
  'uninstall',
  'configure',
  'esm-update',
  'eject',
  'verify',
  'version',
  'complete',
  '__complete',
]);

interface Chosen {
  readonly name: string;
  readonly declared: NonNullable<NonNullable<NonNullable<Project['config']>['cli']>['commands']>[string];
  /** Absolute path. */
  readonly module: string;
  readonly root: string;
}

/** Loads the module of a project's command the way configs are loaded, and calls its default export. */
async function runProjectCommand(call: CommandCall, chosen: Chosen): Promise<CommandOutcome> {
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

import { usageError } from '../cli-error.ts';
import type { CommandRow } from '../command-row.ts';
import type { Command, CommandCall, CommandOutcome } from '../command.ts';
import { printCommandHelp } from '../print-help.ts';
import { columns, paintFor } from '../terminal.ts';
import { exitCodeRows } from '../exit-codes.ts';
import { printSettings, printVariables } from '../../config/print-settings.ts';

/** Pages of `service help <topic>`, each computed from the data it explains. */
const topics: Readonly<Record<string, () => string>> = {
  'exit-codes': () => columns(exitCodeRows.map((row) => [String(row.code), row.meaning])),
  config: printSettings,
  env: printVariables,
};

/** `service help [topic]` over a table of commands, which it is itself a row of. */
export const createHelp =
  (table: readonly CommandRow[]): Command =>
  (call) =>
    printTopic(table, call);

async function printTopic(table: readonly CommandRow[], call: CommandCall): Promise<CommandOutcome> {
  const topic = call.arguments.join(' ') || 'help';
  const row = table.find((candidate) => candidate.name === topic || candidate.aliases?.includes(topic) === true);
  const { stdout } = call.output;
  const text =
    row === undefined ? topics[topic]?.() : printCommandHelp(row, { width: Math.min(stdout.width, 120), paint: paintFor(stdout) });
  if (text === undefined)
    throw usageError('unknown-topic', `There is no help on '${topic}'`, {
      hint: `Topics: ${Object.keys(topics).join(', ')}; or the name of a command`,
    });
  return { exit: 'ok', data: { topic, text }, text };
}

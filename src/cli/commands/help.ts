import { usageError } from '../cli-error.ts';
import { commandTable } from '../command-table.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
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

/** `service help [topic]`: a command's page or a topic's. */
export async function runHelp(call: CommandCall): Promise<CommandOutcome> {
  const topic = call.arguments.join(' ') || 'help';
  const row = commandTable.find((candidate) => candidate.name === topic || candidate.aliases?.includes(topic) === true);
  const { stdout } = call.output;
  const text = row === undefined ? topics[topic]?.() : printCommandHelp(row, { width: Math.min(stdout.width, 120), paint: paintFor(stdout) });
  if (text === undefined) throw usageError('unknown-topic', `There is no help on '${topic}'.`, `Topics: ${Object.keys(topics).join(', ')}; or the name of a command.`);
  return { exit: 'ok', data: { topic, text }, text };
}

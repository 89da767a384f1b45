import { usageError } from '../cli-error.ts';
import type { CommandRow } from '../command-row.ts';
import type { Command, CommandCall, CommandOutcome } from '../command.ts';
import { printCommandHelp } from '../print-help.ts';
import { printTopic, topicNames } from '../help-topics.ts';
import { paintFor } from '../terminal.ts';
import { closestMatch } from '../../compiler/diagnostics/index.ts';

/** `service help [topic]` over a table of commands, which it is itself a row of. */
export const createHelp =
  (table: readonly CommandRow[]): Command =>
  (call) =>
    explain(table, call);

async function explain(table: readonly CommandRow[], call: CommandCall): Promise<CommandOutcome> {
  const topic = call.arguments.join(' ') || 'help';
  const row = table.find((candidate) => candidate.name === topic || candidate.aliases?.includes(topic) === true);
  const { stdout } = call.output;
  const text =
    row === undefined
      ? printTopic(topic, Math.min(stdout.width, 120))
      : printCommandHelp(row, { width: Math.min(stdout.width, 120), paint: paintFor(stdout) });
  if (text === undefined)
    throw usageError('unknown-topic', `There is no help on '${topic}'`, {
      hint: `Topics: ${topicNames.join(', ')}; or the name of a command`,
      suggestion: closestMatch(topic, [...topicNames, ...table.map(({ name }) => name)]),
    });
  return { exit: 'ok', data: { topic, text }, text };
}

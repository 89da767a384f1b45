import { closestName } from '@service/sdk/internal';
import { pageOf, rowsOfGroup } from '@service/sdk/terminal';
import { usageError } from '../cli-error.ts';
import type { CommandRow } from '../command-row.ts';
import type { Command, CommandCall, CommandOutcome } from '../command.ts';
import { printCommandHelp, printGroupHelp, printOverview } from '../print-help.ts';
import { cliVersion } from '../versions.ts';
import { printTopic, topicNames } from '../help-topics.ts';

/** `service help [topic]` over a table of commands, which it is itself a row of. */
export const createHelp =
  (table: readonly CommandRow[]): Command =>
  (call) =>
    explain(table, call);

async function explain(table: readonly CommandRow[], call: CommandCall): Promise<CommandOutcome> {
  const topic = call.arguments.join(' ');
  const row = table.find((candidate) => candidate.name === topic || candidate.aliases?.includes(topic) === true);
  const group = call.arguments.length === 1 ? rowsOfGroup(table, topic) : [];
  const page = pageOf(call.output.stdout);
  const text =
    topic === ''
      ? printOverview(table, cliVersion(), page)
      : row === undefined
        ? (printTopic(topic, page.width) ?? (group.length > 0 ? printGroupHelp(topic, group, page) : undefined))
        : printCommandHelp(row, page);
  if (text === undefined)
    throw usageError('unknown-topic', `There is no help on '${topic}'`, {
      hint: `Topics: ${topicNames.join(', ')}; or the name of a command`,
      suggestion: closestName(topic, [...topicNames, ...table.map(({ name }) => name)]),
    });
  return { exit: 'ok', data: { topic, text }, text };
}

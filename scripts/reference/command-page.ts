import type { CommandRow, OptionRow } from '../../src/cli/command-row.ts';
import { commandTable } from '../../src/cli/command-table.ts';
import { exitCodeRows } from '../../src/cli/exit-codes.ts';
import { globalOptions } from '../../src/cli/command-options.ts';
import { code, page, table } from './markdown.ts';

/** The commands of the command line with their flags. */
export function commandPage(): string {
  const shown = commandTable.filter(({ hidden }) => hidden !== true);
  return page('Commands', 'Every command of `service`. In a project run it as `npx --no service <command>`.', [
    `## Flags of every command\n\n${flags(globalOptions)}`,
    `## Exit codes\n\n${table(
      ['code', 'meaning'],
      exitCodeRows.map((row) => [code(String(row.code)), row.meaning]),
    )}`,
    ...shown.map(commandPart),
  ]);
}

function commandPart(row: CommandRow): string {
  const words = row.arguments.map(({ name, required, variadic }) => {
    const word = `${name}${variadic ? '…' : ''}`;
    return required ? `<${word}>` : `[${word}]`;
  });
  const usage = ['service', row.name, ...words, ...(row.options.length > 0 ? ['[flags]'] : [])].join(' ');
  const parts = [
    `## service ${row.name}`,
    `${row.summary}.${row.details === undefined ? '' : ` ${row.details}`}${row.aliases === undefined ? '' : ` Also: ${row.aliases.map(code).join(', ')}.`}`,
    `\`\`\`\n${usage}\n\`\`\``,
  ];
  if (row.arguments.length > 0)
    parts.push(
      table(
        ['argument', 'meaning'],
        row.arguments.map(({ choices, name, summary }) => [code(name), withChoices(summary, choices)]),
      ),
    );
  if (row.options.length > 0) parts.push(flags(row.options));
  if (row.examples.length > 0)
    parts.push(
      table(
        ['example', 'does'],
        row.examples.map(({ does, line }) => [code(line), does]),
      ),
    );
  return parts.join('\n\n');
}

const flags = (rows: readonly OptionRow[]): string =>
  table(
    ['flag', 'default', 'meaning'],
    rows.map(({ choices, list, name, short, standard, summary, value }) => [
      code(`${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}${list ? ',…' : ''}>`}`),
      standard === undefined ? '' : standard,
      withChoices(summary, choices),
    ]),
  );

const withChoices = (summary: string, choices: readonly string[] | undefined): string =>
  choices === undefined ? summary : `${summary}: ${choices.map(code).join(', ')}`;

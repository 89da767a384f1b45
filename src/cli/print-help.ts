import { argumentUsage, flagTexts, printPage, section, wrap, type Page } from '@service/sdk/terminal';
import { commandGroups, type CommandRow } from './command-row.ts';
import { globalOptions, globalOptionsOf } from './command-options.ts';

/** The first page: examples, then the commands in the order of work. */
export function printOverview(rows: readonly CommandRow[], version: string, page: Page): string {
  const shown = rows.filter((row) => row.hidden !== true);
  const names = Math.max(...shown.map((row) => row.name.length));
  const rowsIn = (group: string): readonly CommandRow[] => shown.filter((row) => row.group === group);
  return printPage([
    `service ${version}: compiles decorated TypeScript into specialised MCP servers.`,
    section(
      'Examples',
      [
        ['service new calculator', 'create a project'],
        ['service dev', 'serve it, reload on save'],
        ['service build --target node', 'one self-contained bundle'],
      ],
      page,
    ),
    ...commandGroups.map((group) =>
      section(
        group,
        rowsIn(group).map(({ name, summary }) => [name.padEnd(names), summary]),
        page,
      ),
    ),
    [
      `All commands take ${globalOptions.map(({ name }) => `--${name}`).join(', ')}.`,
      'See also: service help <command>, or service help auth, config, env, exit-codes, output, targets',
      'In a project run it as `npx --no service <command>`, or as service-cli where the system has a `service` of its own.',
      'No telemetry: neither this tool nor a bundle ever phones home.',
    ]
      .map((line) => wrap(line, page.width))
      .join('\n'),
  ]);
}

/** The page of one command: examples first. */
export const printCommandHelp = (row: CommandRow, page: Page): string =>
  printPage([
    wrap(`${row.summary}.`, page.width),
    wrap(row.details ?? '', page.width),
    section(
      'Examples',
      row.examples.map(({ line, does }) => [line, does]),
      page,
    ),
    section('Usage', `  ${['service', row.name, ...row.arguments.map(argumentUsage), '[flags]'].join(' ')}`, page),
    section(
      'Arguments',
      row.arguments.map(({ name, summary }) => [name, summary]),
      page,
    ),
    section('Flags', flagTexts(row.options, true), page),
    section('Every command takes', flagTexts(globalOptionsOf(row), true), page),
    `See also: ${row.seeAlso.map((name) => `service ${name}`).join(', ')}`,
  ]);

/** The page of a word that several commands begin with: its commands, and where each is explained. */
export const printGroupHelp = (group: string, rows: readonly CommandRow[], page: Page): string =>
  printPage([
    section('Usage', `  service ${group} <command> [flags]`, page),
    section(
      'Commands',
      rows.map(({ name, summary }) => [`service ${name}`, summary]),
      page,
    ),
    section('Every command takes', flagTexts(globalOptions, true), page),
    `See also: ${rows.map(({ name }) => `service help ${name}`).join(', ')}`,
  ]);

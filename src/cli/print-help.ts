import { commandGroups } from './command-row.ts';
import type { CommandRow, OptionRow } from './command-row.ts';
import { globalOptionsOf } from './command-options.ts';
import { globalOptions } from './command-options.ts';
import { columns, table, wrap } from './terminal.ts';
import type { Paint } from './terminal.ts';

interface Page {
  readonly width: number;
  readonly paint: Paint;
}

/** The first page: examples, then the commands in the order of work. */
export function printOverview(rows: readonly CommandRow[], version: string, page: Page): string {
  const heading = (text: string): string => page.paint('bold', text);
  const shown = rows.filter((row) => row.hidden !== true);
  const names = Math.max(...shown.map((row) => row.name.length));
  const groups = commandGroups.flatMap((group) => {
    const inGroup = shown.filter((row) => row.group === group);
    if (inGroup.length === 0) return [];
    return [heading(group), ...inGroup.map((row) => `  ${row.name.padEnd(names)}  ${wrap(row.summary, page.width - 2, names + 4)}`), ''];
  });
  return [
    `service ${version}: compiles decorated TypeScript into specialised MCP servers.`,
    '',
    heading('Examples'),
    columns([
      ['  service new calculator', 'create a project'],
      ['  service dev', 'serve it, reload on save'],
      ['  service build --target node', 'one self-contained bundle'],
    ]),
    '',
    ...groups,
    wrap(`Every command takes ${globalOptions.map(({ name }) => `--${name}`).join(', ')}.`, page.width),
    wrap('See also: service help <command>, or service help auth, config, env, exit-codes, output, targets', page.width),
    wrap('In a project run it as `npx --no service <command>`, or as service-cli where the system has a `service` of its own.', page.width),
    'No telemetry: neither this tool nor a bundle ever phones home.',
  ].join('\n');
}

/** The page of one command: examples first. */
export function printCommandHelp(row: CommandRow, page: Page): string {
  const heading = (text: string): string => page.paint('bold', text);
  const usage = [
    'service',
    row.name,
    ...row.arguments.map(({ name, required, variadic }) => {
      const words = `${name}${variadic === true ? '...' : ''}`;
      return required ? `<${words}>` : `[${words}]`;
    }),
    '[flags]',
  ].join(' ');
  const lines = [wrap(`${row.summary}.`, page.width), ''];
  if (row.details !== undefined) lines.push(wrap(row.details, page.width), '');
  lines.push(
    heading('Examples'),
    table(
      row.examples.map((example) => [`  ${example.line}`, example.does]),
      page.width,
    ),
    '',
  );
  lines.push(heading('Usage'), `  ${usage}`, '');
  if (row.arguments.length > 0)
    lines.push(
      heading('Arguments'),
      table(
        row.arguments.map((argument) => [`  ${argument.name}`, argument.summary]),
        page.width,
      ),
      '',
    );
  if (row.options.length > 0) lines.push(heading('Flags'), printOptions(row.options, page), '');
  lines.push(heading('Every command takes'), printOptions(globalOptionsOf(row), page), '');
  lines.push(`See also: ${row.seeAlso.map((name) => `service ${name}`).join(', ')}`);
  return lines.join('\n');
}

/** Commands that begin with a word that is none by itself, such as `registry`; none where a second word says which of them is meant. */
export const rowsOfGroup = (rows: readonly CommandRow[], [first, second]: readonly string[]): readonly CommandRow[] =>
  second === undefined ? rows.filter(({ hidden, name }) => hidden !== true && name.startsWith(`${first} `)) : [];

/** The page of such a word: its commands, and where each is explained. */
export function printGroupHelp(group: string, rows: readonly CommandRow[], page: Page): string {
  const heading = (text: string): string => page.paint('bold', text);
  return [
    heading('Usage'),
    `  service ${group} <command> [flags]`,
    '',
    heading('Commands'),
    table(
      rows.map(({ name, summary }) => [`  service ${name}`, summary]),
      page.width,
    ),
    '',
    heading('Every command takes'),
    printOptions(globalOptions, page),
    '',
    `See also: ${rows.map(({ name }) => `service help ${name}`).join(', ')}`,
  ].join('\n');
}

function printOptions(options: readonly OptionRow[], page: Page): string {
  const shown = options.map((option) => ({
    flags: `${option.short === undefined ? '    ' : `-${option.short}, `}--${option.name}${option.value === undefined ? '' : ` <${option.value}>`}`,
    text: describe(option),
  }));
  const width = Math.max(...shown.map((option) => option.flags.length));
  return shown.map((option) => `  ${option.flags.padEnd(width)}  ${wrap(option.text, page.width - 2, width + 4)}`).join('\n');
}

function describe(option: OptionRow): string {
  const choices = option.choices === undefined ? '' : `: ${option.choices.join(', ')}`;
  const standard = option.standard === undefined ? '' : ` (default: ${option.standard})`;
  return `${option.summary}${choices}${standard}`;
}

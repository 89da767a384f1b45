import { closestName } from '@service/sdk/internal';
import { pageOf, wrap, type PaintedPage } from '@service/sdk/terminal';
import { usageError } from '../cli-error.ts';
import type { CommandCall, CommandOutcome } from '../command.ts';
import { listExplanations, type ExplainedCode } from '../explain/explanations.ts';

/** `service explain [code]`: cause, example and fix of a finding; without a code, all of them. Needs no project. */
export function runExplain(call: CommandCall): Promise<CommandOutcome> {
  const rows = listExplanations();
  const [asked] = call.arguments;
  const page = pageOf(call.output.stdout, 100);
  if (asked === undefined)
    return Promise.resolve({
      exit: 'ok',
      data: { codes: rows.map(({ code, area }) => ({ code, area })) },
      text: printList(rows, page.width),
    });
  const row = rows.find((one) => one.code === asked);
  if (row === undefined) {
    const suggestion = closestName(
      asked,
      rows.map((one) => one.code),
    );
    throw usageError('unknown-code', `No finding has the code '${asked}'`, {
      hint: '`service explain` lists every code',
      suggestion,
    });
  }
  const { code, area, cause, example, fix } = row;
  return Promise.resolve({ exit: 'ok', data: { code, area, cause, example, fix }, text: printExplanation(row, page) });
}

function printExplanation(row: ExplainedCode, page: PaintedPage): string {
  const part = (title: string, text: string): readonly string[] => [
    page.paint('bold', title),
    ...text.split('\n').map((line) => `  ${wrap(line, page.width - 2, 2)}`),
    '',
  ];
  return [
    `${page.paint('bold', row.code)} (${row.area.toLowerCase()})`,
    '',
    ...part('Cause', row.cause),
    page.paint('bold', 'Example'),
    ...row.example.split('\n').map((line) => `  ${line}`),
    '',
    ...part('What to do', row.fix),
    'See also: service help exit-codes, service check',
  ].join('\n');
}

/** Codes in as many columns as fit, by area. */
function printList(rows: readonly ExplainedCode[], width: number): string {
  const areas = [...new Set(rows.map((row) => row.area))];
  const lines = areas.flatMap((area) => {
    const codes = rows.filter((row) => row.area === area).map((row) => row.code);
    const widest = Math.max(...codes.map((code) => code.length)) + 2;
    const across = Math.max(1, Math.floor((width - 2) / widest));
    const table: string[] = [];
    for (let at = 0; at < codes.length; at += across)
      table.push(
        `  ${codes
          .slice(at, at + across)
          .map((code) => code.padEnd(widest))
          .join('')}`.trimEnd(),
      );
    return [area, ...table, ''];
  });
  return [...lines, 'See also: service explain <code>, service help exit-codes'].join('\n');
}

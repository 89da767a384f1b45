import { legNames } from './clients.ts';
import type { MatrixReport } from './report.ts';

/** The table of docs/clients.md, and the faults below it. */
export function printTable(report: MatrixReport): string {
  const rows = Object.entries(report).map(([client, legs]) => {
    const cells = legNames.map((leg) => {
      const found = legs[leg];
      if (found === undefined) return '';
      const total = found.passed + found.failed + found.theirs.length;
      return found.passed === total ? `${total}` : `${found.passed} of ${total}`;
    });
    return `| \`${client}\` | ${cells.join(' | ')} |`;
  });
  const reasons = Object.entries(report).flatMap(([client, legs]) => {
    const theirs = new Set(Object.values(legs).flatMap((leg) => leg.theirs));
    return [...theirs].map((reason) => `- \`${client}\`, ${reason}`);
  });
  return [`| client | ${legNames.join(' | ')} |`, `| --- | ${legNames.map(() => '---').join(' | ')} |`, ...rows, '', ...reasons].join('\n');
}

import { listExplanations } from '../../src/cli/explain/explanations.ts';
import { catalog } from '../../src/compiler/diagnostics/index.ts';
import { code, page } from './markdown.ts';

const severities = new Map<string, string>(Object.entries(catalog).map(([name, { severity }]) => [name, severity]));

const block = (text: string): string => ['```text', text, '```'].join('\n');

/** Every code that a finding can have. */
export function findingPage(): string {
  const rows = listExplanations();
  const areas = [...new Set(rows.map(({ area }) => area))];
  const parts = areas.map((area) => {
    const own = rows.filter((row) => row.area === area).toSorted((a, b) => a.code.localeCompare(b.code));
    const texts = own.map((row) => {
      const severity = severities.get(row.code);
      const head = `### ${code(row.code)}${severity === undefined ? '' : ` (${severity})`}`;
      return [head, row.cause, `${block(row.example)}\n\nWhat to do:\n\n${block(row.fix)}`].join('\n\n');
    });
    return [`## ${area}`, ...texts].join('\n\n');
  });
  return page(
    'Findings',
    'Every code that `check`, `build`, `audit`, `doctor` and the other commands report, as `service explain <code>` says it.',
    parts,
  );
}

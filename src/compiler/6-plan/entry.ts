import { lineComment, stringLiteral, valueExpression } from '../../escape/javascript.ts';
import type { BundlePlan, PlannedFeature } from '../compile-types.ts';

/** A list of up to this many rows stays in the entry; a longer one moves to a module of its own, so that the entry fits on a page. */
const mostRowsInEntry = 20;

type EntryInput = Pick<BundlePlan, 'target' | 'model' | 'settings' | 'features' | 'revisions' | 'unsettled'>;

/**
 * Prints the generated modules: `entry` (≤ 40 lines: imports and one call) and, when the lists are long, `rows`. Only data is printed;
 * behaviour is in the modules that are imported.
 */
export function printEntry(input: EntryInput): Record<string, string> {
  const { target, model, settings } = input;
  const rows = [...input.revisions, ...input.features];
  const apart = rows.length > mostRowsInEntry;
  const lists = [`features: ${listOf(input.features)}`, `revisions: ${listOf(input.revisions)}`];
  const lines = [
    `// ${lineComment(`${settings.name} ${settings.version}`)} for ${target.name}, composed by service build.`,
    // First, so that a module of the user's that throws while it is loaded is reported in words and not as a bare stack.
    ...(target.startReport === undefined ? [] : ['import "service:start-report";']),
    `import { ${model.entry.exportName} as server } from "service:server";`,
    'import { constants } from "service:constants";',
    ...(apart ? ['import { revisions, features } from "service:rows";'] : input.revisions.map(importOf)),
    `import { ${target.host.start} } from ${stringLiteral(target.host.module)};`,
    ...(apart ? [] : input.features.map(importOf)),
    `${target.host.exported === true ? 'export default ' : ''}${target.host.start}({`,
    '  server,',
    '  constants,',
    ...(apart ? ['  features,', '  revisions,'] : lists.map((list) => `  ${list},`)),
    `  settings: ${valueExpression(settings)},`,
    '});',
    '',
  ];
  return {
    entry: lines.join('\n'),
    ...(target.startReport === undefined ? {} : { 'start-report': printStartReport(target.startReport, settings.name) }),
    ...(apart ? { rows: [...rows.map(importOf), ...lists.map((list) => `export const ${list.replace(':', ' =')};`), ''].join('\n') } : {}),
  };
}

const printStartReport = ({ module, report }: { module: string; report: string }, name: string): string =>
  `import { ${report} } from ${stringLiteral(module)};\n${report}(${stringLiteral(name)});\n`;

const importOf = (row: PlannedFeature): string => `import { ${row.exportName} } from ${stringLiteral(row.module)};`;
const listOf = (rows: readonly PlannedFeature[]): string => `[${rows.map((row) => row.exportName).join(', ')}]`;

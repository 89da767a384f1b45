import { lineComment, stringLiteral, valueExpression } from '../../escape/javascript.ts';
import type { BundlePlan, PlannedFeature } from '../compile-types.ts';
import { furtherEntry } from '../model/entry-names.ts';
import type { BundleHost } from '../target.ts';

/** A list of up to this many rows stays in the entry; a longer one moves to a module of its own, so that the entry fits on a page. */
const mostRowsInEntry = 20;

type EntryInput = Pick<BundlePlan, 'target' | 'model' | 'settings' | 'features' | 'revisions' | 'unsettled'>;

/**
 * Prints the generated modules: `entry` (≤ 40 lines: imports and one call), one like it for each further bundle and, when the lists are
 * long, `rows`. Only data is printed; behaviour is in the modules that are imported.
 */
export function printEntry(input: EntryInput): Record<string, string> {
  const { settings, target } = input;
  const rows = [...input.revisions, ...input.features];
  const further = Object.entries(target.furtherBundles ?? {}).map(
    ([key, { host }]) => [furtherEntry(key), printHostEntry(input, host)] as const,
  );
  return {
    entry: printHostEntry(input, target.host),
    ...Object.fromEntries(further),
    ...(target.startReport === undefined ? {} : { 'start-report': printStartReport(target.startReport, settings.name) }),
    ...(hasLongLists(input)
      ? { rows: [...rows.map(importOf), ...listsOf(input).map((list) => `export const ${list.replace(':', ' =')};`), ''].join('\n') }
      : {}),
  };
}

const listsOf = ({ features, revisions }: EntryInput): readonly string[] => [
  `features: ${listOf(features)}`,
  `revisions: ${listOf(revisions)}`,
];

const hasLongLists = ({ features, revisions }: EntryInput): boolean => features.length + revisions.length > mostRowsInEntry;

function printHostEntry(input: EntryInput, host: BundleHost): string {
  const { target, model, settings } = input;
  const apart = hasLongLists(input);
  const exports = (host.namedExports ?? []).filter(
    ({ feature }) => feature === undefined || input.features.some(({ name }) => name === feature),
  );
  return [
    `// ${lineComment(`${settings.name} ${settings.version}`)} for ${target.name}, composed by service build.`,
    // First, so that a module of the user's that throws while it is loaded is reported in words and not as a bare stack.
    ...(target.startReport === undefined ? [] : ['import "service:start-report";']),
    `import { ${model.entry.exportName} as server } from "service:server";`,
    'import { constants } from "service:constants";',
    ...(apart ? ['import { revisions, features } from "service:rows";'] : input.revisions.map(importOf)),
    `import { ${host.start} } from ${stringLiteral(host.module)};`,
    ...(apart ? [] : input.features.map(importOf)),
    ...exports.map(({ module, name }) => `export { ${name} } from ${stringLiteral(module)};`),
    `${host.exported === true ? 'export default ' : ''}${host.start}({`,
    '  server,',
    '  constants,',
    ...(apart ? ['  features,', '  revisions,'] : listsOf(input).map((list) => `  ${list},`)),
    `  settings: ${valueExpression(settings)},`,
    '});',
    '',
  ].join('\n');
}

const printStartReport = ({ module, report }: { module: string; report: string }, name: string): string =>
  `import { ${report} } from ${stringLiteral(module)};\n${report}(${stringLiteral(name)});\n`;

const importOf = (row: PlannedFeature): string => `import { ${row.exportName} } from ${stringLiteral(row.module)};`;
const listOf = (rows: readonly PlannedFeature[]): string => `[${rows.map((row) => row.exportName).join(', ')}]`;

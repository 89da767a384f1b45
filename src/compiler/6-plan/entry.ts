import type { JsonObject } from '@service/sdk/model';
import { lineComment, stringLiteral, valueExpression } from '../../escape/javascript.ts';
import type { BundlePlan, PlannedFeature } from '../compile-types.ts';
import { furtherEntry, type Packaging } from '../model/packaging.ts';
import type { BundleHost, ImportedName } from '../target.ts';

/** A list of up to this many rows stays in the entry; a longer one moves to a module of its own, so that the entry fits on a page. */
const maxRowsInEntry = 20;

type EntryInput = Pick<BundlePlan, 'target' | 'model' | 'settings' | 'features' | 'revisions' | 'dynamicOptions'> & {
  readonly packaging?: Packaging | undefined;
  /** The bundle has a source map, by which it logs stacks. */
  readonly mapsStacks?: boolean;
};

/**
 * Prints the generated modules: `entry` (≤ 40 lines: imports and one call), one like it for each further bundle and, when the lists are
 * long, `rows`. Only data is printed; behaviour is in the modules that are imported.
 */
export function printEntry(input: EntryInput): Record<string, string> {
  const { target } = input;
  const rows = [...input.revisions, ...input.features];
  const further = Object.entries(target.furtherBundles ?? {}).map(
    ([key, { host }]) => [furtherEntry(key), printHostEntry(input, host)] as const,
  );
  return {
    entry: printHostEntry(input, target.host),
    ...Object.fromEntries(further),
    ...(target.startReport === undefined ? {} : { 'start-report': printStartReport(target.startReport, input) }),
    ...(input.mapsStacks === true ? { 'stack-map': printStackMap() } : {}),
    ...(hasQuestions(input) ? { 'installation-answers': printInstallationAnswers(input) } : {}),
    ...(hasLongLists(input)
      ? { rows: [...rows.map(importOf), ...listsOf(input).map((list) => `export const ${list.replace(':', ' =')};`), ''].join('\n') }
      : {}),
  };
}

const listsOf = ({ features, revisions }: EntryInput): readonly string[] => [
  `features: ${listOf(features)}`,
  `revisions: ${listOf(revisions)}`,
];

const hasLongLists = ({ features, revisions }: EntryInput): boolean => features.length + revisions.length > maxRowsInEntry;

function printHostEntry(input: EntryInput, host: BundleHost): string {
  const { target, model, settings } = input;
  const apart = hasLongLists(input);
  const planned = planHost(input, host);
  const exports = (host.namedExports ?? []).filter(
    ({ feature }) => feature === undefined || input.features.some(({ name }) => name === feature),
  );
  return [
    `// ${lineComment(`${settings.name} ${settings.version}`)} for ${target.name}, composed by service build.`,
    // First, so that an error of a user's module while it loads is reported as a message, not as a bare stack.
    ...(target.startReport === undefined ? [] : ['import "service:start-report";']),
    // Before any module reads a variable.
    ...(hasQuestions(input) ? ['import "service:installation-answers";'] : []),
    ...(model.program === undefined ? [] : ['import "service:program";']),
    `import { ${model.entry.exportName} as server } from "service:server";`,
    'import { constants } from "service:constants";',
    ...(input.mapsStacks === true ? [importStackMap] : []),
    ...(apart ? ['import { revisions, features } from "service:rows";'] : input.revisions.map(importOf)),
    ...planned.imports.map(importOf),
    ...(apart ? [] : input.features.map(importOf)),
    ...exports.map(({ module, name }) => `export { ${name} } from ${stringLiteral(module)};`),
    `${planned.members === undefined ? exportOf(host) : 'const host = '}${planned.start}({`,
    '  server,',
    '  constants,',
    ...(apart ? ['  features,', '  revisions,'] : listsOf(input).map((list) => `  ${list},`)),
    `  settings: ${valueExpression(settings)},`,
    ...(input.mapsStacks === true ? ['  mapStack,'] : []),
    ...planned.options,
    '});',
    ...(planned.members === undefined ? [] : ['export default host;', `export const { ${planned.members.join(', ')} } = host;`]),
    '',
  ].join('\n');
}

function exportOf({ exported }: BundleHost): string {
  if (exported === undefined) return '';
  return exported === 'default' ? 'export default ' : `export const { ${exported.join(', ')} } = `;
}

function printStartReport({ module, report }: { module: string; report: string }, { mapsStacks, settings: { name } }: EntryInput): string {
  const imported = `import { ${report} } from ${stringLiteral(module)};\n`;
  if (mapsStacks !== true) return `${imported}${report}(${stringLiteral(name)});\n`;
  return `${importStackMap}\n${imported}${report}(${stringLiteral(name)}, mapStack);\n`;
}

const importStackMap = 'import { mapStack } from "service:stack-map";';

/** A map lies beside the bundle, or in it. */
const printStackMap = (): string =>
  'import { createStackMapper } from "@service/sdk/hosts/stack-mapper";\nexport const mapStack = createStackMapper(__filename);\n';

const questionsOf = ({ packaging = {}, target }: EntryInput): readonly JsonObject[] => target.installationAnswers?.of(packaging) ?? [];
const hasQuestions = (input: EntryInput): boolean => questionsOf(input).length > 0;

function printInstallationAnswers(input: EntryInput): string {
  const { exportName, module } = input.target.installationAnswers ?? { exportName: '', module: '' };
  return `${importOf({ exportName, module })}\n${exportName}(${valueExpression(questionsOf(input))});\n`;
}

interface PlannedHost {
  readonly imports: readonly ImportedName[];
  readonly start: string;
  /** Lines of the call's options. */
  readonly options: readonly string[];
  /** Exported beside the default. */
  readonly members?: readonly string[];
}

/** Where the sources call start functions, their host with those functions. */
function planHost({ features, model }: EntryInput, host: BundleHost): PlannedHost {
  const { program, startCalls = [] } = model;
  const { whenPlanned } = host;
  if (whenPlanned !== undefined && features.some(({ name }) => name === whenPlanned.feature))
    return { imports: [whenPlanned], start: whenPlanned.exportName, options: [], members: whenPlanned.members };
  if (startCalls.length === 0 || host.whenCalled === undefined)
    return { imports: [{ module: host.module, exportName: host.start }], start: host.start, options: [] };
  const { functions, ...start } = host.whenCalled;
  const called = Object.entries(functions).filter(([name]) => startCalls.some((call) => call.name === name));
  const starts = called.map(([name, { exportName }]) => `${name}: ${exportName}`);
  return {
    imports: [start, ...called.map(([, imported]) => imported)],
    start: start.exportName,
    options: [`  starts: { ${starts.join(', ')} },`, `  isInEntry: ${program === undefined},`],
  };
}

const importOf = (row: Pick<PlannedFeature, 'exportName' | 'module'>): string =>
  `import { ${row.exportName} } from ${stringLiteral(row.module)};`;
const listOf = (rows: readonly PlannedFeature[]): string => `[${rows.map((row) => row.exportName).join(', ')}]`;

import { table } from '@service/sdk/terminal';
import { relative } from 'node:path';
import type { JsonObject } from '@service/sdk/model';
import type { BuildRecord, BuildResult } from '../../compiler/index.ts';
import { sentence, wordsOnce } from '../../std/texts.ts';
import { type Model, unreadData, unreadLines } from '../inspect/inspection.ts';
import { printSize } from '../project/print-size.ts';

/** What was built for one target. */
export interface BuiltRow {
  readonly target: string;
  readonly file: string;
  readonly bytes: number;
  readonly gzipBytes: number;
  /** Of the file. */
  readonly sha256: string;
  /** Archives of several platforms, each with its digest; none where there is one file. */
  readonly archives: readonly { readonly path: string; readonly sha256: string }[];
  readonly tools: number | null;
  /** That the tool list costs a model. */
  readonly tokens: number | null;
  readonly milliseconds: number;
  readonly unchanged: boolean;
  /** Classes of packages that ship no sources. */
  readonly unread: NonNullable<Model['unread']>;
  /** What adapters report; none of an unchanged build, which has told it before. */
  readonly adapterLines: NonNullable<BuildResult['adapterLines']>;
  readonly report: BuildRecord['report'];
}

type Zod = NonNullable<BuildRecord['report']['zod']>;

/** The table of a build, with notes on each target below it. */
export const printRows = (rows: readonly BuiltRow[], cwd: string): string =>
  [
    printTable(rows, cwd),
    ...rows.flatMap((row) => [...printDigest(row), ...printReport(row), ...printBeside(row), ...printZod(row, cwd)]),
  ].join('\n');

function printTable(rows: readonly BuiltRow[], cwd: string): string {
  const head = ['target', 'file', 'raw', 'gzip', 'tools', 'time'];
  return table([
    head,
    ...rows.map((row) => [
      row.target,
      relative(cwd, row.file),
      printSize(row.bytes),
      printSize(row.gzipBytes),
      row.tools === null ? '-' : String(row.tools),
      row.unchanged ? 'unchanged' : `${(row.milliseconds / 1000).toFixed(2)} s`,
    ]),
  ]);
}

export const rowData = ({ adapterLines, report: { zod, ...report }, ...row }: BuiltRow): JsonObject => ({
  ...row,
  adapters: adapterLines.map((line): JsonObject => ({ ...line })),
  unread: unreadData(row.unread),
  archives: row.archives.map((one): JsonObject => ({ ...one })),
  further: report.further.map((one): JsonObject => ({ ...one })),
  heaviest: report.heaviest.map(({ bytes, importedBy, name }): JsonObject => ({ name, bytes, importedBy: [...importedBy] })),
  features: report.features.map((one): JsonObject => ({ ...one })),
  libraries: report.libraries.map(({ license, name, version }): JsonObject => ({ name, version, license: license ?? null })),
  firstAnswerMilliseconds: report.start?.milliseconds ?? null,
  sourceMaps: (report.sourceMaps ?? []).map((one): JsonObject => ({ ...one })),
  assets: report.assets.map((one): JsonObject => ({ ...one })),
  copied: report.copied.map((one): JsonObject => ({ ...one })),
  merged: (report.merged ?? []).map((one): JsonObject => ({ ...one })),
  executable: report.executable === undefined ? null : { ...report.executable },
  zod: zod === undefined ? null : { bytes: zod.bytes, because: zod.because.map((reason): JsonObject => ({ ...reason })) },
});

/** Longest list of uses of zod in the output. */
const maxReasons = 12;

/** The digest of an archive, for registries and for comparing two builds. */
const printDigest = ({ archives, sha256, target }: BuiltRow): readonly string[] =>
  archives.length === 0 ? [`${target}: sha256 ${sha256}`] : archives.map((one) => `${target}: sha256 ${one.sha256} ${one.path}`);

/** Notes on the output of a build: files, start and contents. An unchanged build has printed them before. */
function printReport({ adapterLines, report, target, tokens, unchanged, unread }: BuiltRow): string[] {
  if (unchanged) return [];
  const { features, further, heaviest, start } = report;
  return [
    ...further.map(({ bytes, gzipBytes, path }) => `${target}: ${path}, ${printSize(bytes)}, ${printSize(gzipBytes)} gzip`),
    ...(start?.milliseconds === undefined ? [] : [`${target}: first answer ${start.milliseconds} ms after its start`]),
    ...(tokens === null ? [] : [`${target}: the tool list costs a model ${tokens} tokens`]),
    `${target}: heaviest modules`,
    ...indented(heaviest.map(({ bytes, importedBy, name }) => [printSize(bytes), name, `by ${importedBy.join(' → ')}`])),
    `${target}: features, and why`,
    ...indented(features.map(({ because, name }) => [name, because])),
    ...unreadLines(unread).map((line) => `${target}: ${line}`),
    ...printAdapters(adapterLines).map((line) => `${target}: ${line}`),
  ];
}

/** A long report is for `--json`. */
const maxAdapterLines = 20;

/** Warnings are findings. */
function printAdapters(lines: BuiltRow['adapterLines']): readonly string[] {
  const told = lines.filter(({ level }) => level === 'info').map(({ about, adapter, text }) => wordsOnce(adapter, about, text));
  const more = told.length - maxAdapterLines;
  // A line that says that one line is left out would take the place of that line.
  return more > 1 ? [...told.slice(0, maxAdapterLines), `${more} more lines of adapters, listed by --json`] : told;
}

const indented = (rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : table(rows.map((row) => ['', ...row])).split('\n');

/** A line for the executable, the source map, the files and the packages beside a bundle, where there are any. */
function printBeside({ report: { assets, copied, executable, merged = [], sourceMaps = [] }, target }: BuiltRow): string[] {
  const sum = (rows: readonly { readonly bytes: number }[]): string => printSize(rows.reduce((all, { bytes }) => all + bytes, 0));
  const native = copied.some((one) => one.native) ? `, with add-ons for ${process.platform}-${process.arch}` : '';
  const names = copied.slice(0, 5).map(({ name, version }) => `${name}@${version}`);
  const more = copied.length > names.length ? ` and ${copied.length - names.length} more` : '';
  return [
    ...(executable === undefined
      ? []
      : [`${target}: single executable ${executable.path} for ${executable.platform} (${printSize(executable.bytes)})`]),
    ...merged.map(({ bytes, path, platform }) => `${target}: merged ${path} for ${platform} (${printSize(bytes)})`),
    ...sourceMaps.map(({ bytes, path }) => `${target}: source map ${path} (${printSize(bytes)})`),
    ...(assets.length === 0
      ? []
      : [`${target}: ${assets.length} ${assets.length === 1 ? 'file' : 'files'} beside the bundle (${sum(assets)})`]),
    ...(copied.length === 0 ? [] : [`${target}: copied ${names.join(', ')}${more} (${sum(copied)})${native}`]),
  ];
}

function printZod({ file, report: { zod } }: BuiltRow, cwd: string): string[] {
  if (zod === undefined) return [];
  const rest = zod.because.length - maxReasons;
  return [
    `zod stays in ${relative(cwd, file)} (${printSize(zod.bytes)} before gzip):`,
    ...printReasons(zod.because.slice(0, maxReasons)),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

/** Reasons with the same remedy stand together, and the remedy below them once. */
function printReasons(reasons: Zod['because']): string[] {
  const hints = [...new Set(reasons.map(({ hint }) => hint))];
  const sorted = hints.flatMap((hint) => reasons.filter((one) => one.hint === hint));
  const rows = table(sorted.map(({ place, text }) => ['', place ?? '', text])).split('\n');
  return rows.flatMap((row, at) => {
    const hint = sorted[at]?.hint;
    return hint === undefined || hint === sorted[at + 1]?.hint ? [row] : [row, `    ${sentence(hint)}`];
  });
}

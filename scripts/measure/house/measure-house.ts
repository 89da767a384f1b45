import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkTree } from '../../borders/check-tree.ts';
import { listSources } from '../../borders/source-files.ts';
import type { MeasureRun, Measurement } from '../measurement.ts';
import { measureHoverTexts, type HoverTexts } from './hover-texts.ts';
import { measureFile, type FileFacts } from './measure-file.ts';

/** The sources at 0e1821d, which later ones are compared with. */
const before = { files: 1273, lines: 70_448 } as const;

export interface HouseReport {
  readonly files: number;
  /** Written by hand: generated files and texts for editors are counted apart. */
  readonly lines: number;
  readonly generatedLines: number;
  /** Of the comments that editors show for what `hoverTexts` counts. */
  readonly hoverTextLines: number;
  readonly medianLines: number;
  readonly maxLines: number;
  /** Lines. */
  readonly longestFunction: number;
  readonly cycles: number;
  readonly any: number;
  readonly casts: number;
  readonly outsideReferences: number;
  /** Spreads that leave a member out where its value is undefined. */
  readonly undefinedSpreads: number;
  /** Regular expressions over source code, in the compiler and in `service migrate`. */
  readonly sourceRegExps: number;
  /** Groups of functions that differ in nothing but names and types. */
  readonly duplicateLogic: number;
  /** Folders with a client of MCP of their own. */
  readonly clients: number;
  readonly hoverTexts: HoverTexts;
}

/** More than these, and the house is not in order. */
export const limits = {
  maxLines: 400,
  longestFunction: 100,
  cycles: 0,
  any: 0,
  outsideReferences: 0,
  sourceRegExps: 0,
  duplicateLogic: 0,
  clients: 1,
} as const;

/** Percent, of each kind of hover texts. */
const minHoverTexts = 100;

/** Where the one client is. */
const clientFolder = 'src/runtime/client';

/** Tokens. Shorter functions are alike by chance, and constructors because they only keep what they are given. */
const minDuplicateTokens = { helper: 12, other: 24, constructor: Infinity } as const;

/** Folders that become part of users' projects as text, where they cannot import our helpers. */
const copiedFolders = ['src/templates/', 'src/migrate/support/'];

export interface MeasuredHouse {
  readonly report: HouseReport;
  /** What is over a limit or written twice, and where. */
  readonly findings: readonly string[];
}

/** The sources of the product beside their limits. */
export function judgeHouse({ root }: MeasureRun): Measurement {
  const { findings, report } = measureHouse(root);
  const over = [
    ...Object.entries(limits)
      .filter(([name, limit]) => report[name as keyof typeof limits] > limit)
      .map(([name, limit]) => `${name} is over ${limit}`),
    ...Object.entries(report.hoverTexts)
      .filter(([, percent]) => percent < minHoverTexts)
      .map(([name]) => `hoverTexts.${name} is under ${minHoverTexts}`),
  ];
  const told = `The house is not in order: ${over.join(', ')}.`;
  return {
    report: { ...report, before, filesRatio: report.files / before.files, linesRatio: report.lines / before.lines },
    problems: [...findings, ...(over.length > 0 ? [told] : [])],
    holds: over.length === 0,
  };
}

/** Measures the sources of the product, without tests, below a repository folder. */
export function measureHouse(root: string): MeasuredHouse {
  const measured = listSources(root, ['bin', 'packages', 'src'])
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((path) => ({ path, ...measureFile(path, readFileSync(join(root, path), 'utf8')) }));
  const files = measured.filter(({ generated }) => !generated);
  const { cycles } = checkTree(root);
  const duplicates = duplicatesIn(files);
  const clients = clientsIn(files);
  const hovers = measureHoverTexts(root);
  const hoverTextLines = sum(files.map(({ path }) => hovers.lines.get(path) ?? 0));
  const lengths = files.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const report: HouseReport = {
    files: files.length,
    lines: sum(lengths) - hoverTextLines,
    generatedLines: sum(measured.filter(({ generated }) => generated).map(({ lines }) => lines)),
    hoverTextLines,
    medianLines: lengths[Math.floor(lengths.length / 2)] ?? 0,
    maxLines: lengths.at(-1) ?? 0,
    longestFunction: Math.max(0, ...files.flatMap(({ functions }) => functions.map(({ lines }) => lines))),
    cycles: cycles.length,
    any: sum(files.map((file) => file.any)),
    casts: sum(files.map((file) => file.casts)),
    outsideReferences: sum(files.map((file) => file.outsideReferences.length)),
    undefinedSpreads: sum(files.map((file) => file.undefinedSpreads)),
    sourceRegExps: sum(files.map((file) => sourceRegExpsIn(file).length)),
    duplicateLogic: duplicates.length,
    clients: clients.size,
    hoverTexts: hovers.texts,
  };
  return {
    report,
    findings: [
      ...files.flatMap(findingsIn),
      ...cycles.map((cycle) => `import cycle: ${cycle.join(' → ')}`),
      ...duplicates,
      ...hovers.missing,
      ...[...clients].flatMap(([folder, place]) => (folder === clientFolder ? [] : [`a client of MCP beside ${clientFolder}: ${place}`])),
    ],
  };
}

type MeasuredFile = FileFacts & { readonly path: string };

const readersOfSource = ['src/compiler/', 'src/migrate/'];

/** Files in which such a pattern reads no code, with what it does. */
const readsNoCode: Readonly<Record<string, string>> = {
  'src/compiler/1-load/env-template.ts': 'lines of .env.example are variables',
  'src/compiler/3-resolve/typescript-edits.ts': 'line breaks are kept',
  'src/compiler/bundler-plugin/assets/bundle-assets.ts': 'whether a module without a type is ESM is a guess in Node as well',
  'src/migrate/read/source-module.ts': 'a byte order mark is cut off',
  'src/migrate/rewrite/flatten.ts': 'the interpreter line and blank lines are cut off',
};

const sourceRegExpsIn = ({ path, sourceRegExps }: MeasuredFile): readonly number[] =>
  readersOfSource.some((folder) => path.startsWith(folder)) && !Object.hasOwn(readsNoCode, path) ? sourceRegExps : [];

function findingsIn(file: MeasuredFile): string[] {
  const { any, functions, lines, outsideReferences, path } = file;
  return [
    ...(lines > limits.maxLines ? [`${path}: ${lines} lines, at most ${limits.maxLines}`] : []),
    ...(any > 0 ? [`${path}: the type any, ${any} times`] : []),
    ...functions
      .filter((one) => one.lines > limits.longestFunction)
      .map((one) => `${path}:${one.line}: ${one.name} has ${one.lines} lines, at most ${limits.longestFunction}`),
    ...sourceRegExpsIn(file).map((line) => `${path}:${line}: a regular expression over source code`),
    ...outsideReferences.map((reference) => `${path}:${reference} (cites a paper outside the repository)`),
  ];
}

function duplicatesIn(files: readonly MeasuredFile[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { functions, path } of files.filter((file) => !copiedFolders.some((folder) => file.path.startsWith(folder))))
    for (const { kind, line, name, shape, tokens } of functions)
      if (tokens >= minDuplicateTokens[kind]) groups.set(shape, [...(groups.get(shape) ?? []), `${path}:${line} ${name}`]);
  return [...groups.values()].filter((group) => group.length > 1).map((group) => `written ${group.length} times: ${group.join(', ')}`);
}

/** Folders whose files introduce themselves to servers, each with the first place. */
function clientsIn(files: readonly MeasuredFile[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { introductions, path } of files) {
    const folder = dirname(path);
    const [line] = introductions;
    if (line !== undefined && !found.has(folder)) found.set(folder, `${path}:${line}`);
  }
  return found;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

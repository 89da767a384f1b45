import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTree } from '../borders/check-tree.ts';
import { listSources } from '../borders/source-files.ts';
import { measureHoverTexts, type HoverTexts } from './hover-texts.ts';
import { measureFile, type FileFacts } from './measure-file.ts';

export interface HouseReport {
  readonly files: number;
  /** Written by hand: generated files are counted apart. */
  readonly lines: number;
  readonly generatedLines: number;
  readonly medianLines: number;
  readonly maxLines: number;
  /** Lines. */
  readonly longestFunction: number;
  readonly cycles: number;
  readonly any: number;
  readonly casts: number;
  readonly outsideReferences: number;
  /** Groups of functions that differ in nothing but names and types. */
  readonly duplicateLogic: number;
  readonly hoverTexts: HoverTexts;
}

/** More than these, and the house is not in order. */
export const limits = { maxLines: 400, longestFunction: 100, cycles: 0, any: 0, outsideReferences: 0, duplicateLogic: 0 } as const;

/** Tokens. Shorter functions are alike by chance, and constructors because they only keep what they are given. */
const minDuplicateTokens = { helper: 12, other: 24, constructor: Infinity } as const;

/** Folders that become part of users' projects as text, where they cannot import our helpers. */
const copiedFolders = ['src/templates/', 'src/migrate/support/'];

export interface MeasuredHouse {
  readonly report: HouseReport;
  /** What is over a limit or written twice, and where. */
  readonly findings: readonly string[];
}

/** Measures the sources of the product, without tests, below a repository folder. */
export function measureHouse(root: string): MeasuredHouse {
  const measured = listSources(root, ['bin', 'packages', 'src'])
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((path) => ({ path, ...measureFile(path, readFileSync(join(root, path), 'utf8')) }));
  const files = measured.filter(({ generated }) => !generated);
  const { cycles } = checkTree(root);
  const duplicates = duplicatesIn(files);
  const lengths = files.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const report: HouseReport = {
    files: files.length,
    lines: sum(lengths),
    generatedLines: sum(measured.filter(({ generated }) => generated).map(({ lines }) => lines)),
    medianLines: lengths[Math.floor(lengths.length / 2)] ?? 0,
    maxLines: lengths.at(-1) ?? 0,
    longestFunction: Math.max(0, ...files.flatMap(({ functions }) => functions.map(({ lines }) => lines))),
    cycles: cycles.length,
    any: sum(files.map((file) => file.any)),
    casts: sum(files.map((file) => file.casts)),
    outsideReferences: sum(files.map((file) => file.outsideReferences.length)),
    duplicateLogic: duplicates.length,
    hoverTexts: measureHoverTexts(root),
  };
  return {
    report,
    findings: [...files.flatMap(findingsIn), ...cycles.map((cycle) => `import cycle: ${cycle.join(' → ')}`), ...duplicates],
  };
}

type MeasuredFile = FileFacts & { readonly path: string };

function findingsIn({ any, functions, lines, outsideReferences, path }: MeasuredFile): string[] {
  return [
    ...(lines > limits.maxLines ? [`${path}: ${lines} lines, at most ${limits.maxLines}`] : []),
    ...(any > 0 ? [`${path}: the type any, ${any} times`] : []),
    ...functions
      .filter((one) => one.lines > limits.longestFunction)
      .map((one) => `${path}:${one.line}: ${one.name} has ${one.lines} lines, at most ${limits.longestFunction}`),
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

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

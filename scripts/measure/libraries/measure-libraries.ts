import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnknownWord, type MeasureRun, type Measurement } from '../measurement.ts';
import { libraries, type Library } from './libraries.ts';
import { printTable } from './print-table.ts';
import { type LibraryResult, runLibrary } from './run-library.ts';

/** Whether a result is expected: the right answer, or the expected refusal. */
function isRight({ answer, refused }: Library, { outcome, text }: LibraryResult): boolean {
  if (refused !== undefined) return outcome === 'refused' && text.startsWith(`${refused.code}: `) && text.includes(refused.fix);
  return outcome === 'works' && text === answer;
}

/** Builds a server for each of many public libraries, moves the bundle to an empty folder and calls a tool that uses the library. */
export async function measureLibraries({ flags, root, words }: MeasureRun): Promise<Measurement> {
  const { bundler = 'esbuild' } = flags;
  if (bundler !== 'esbuild' && bundler !== 'rollup') throw new UnknownWord('--bundler takes esbuild or rollup');
  const packages = join(root, 'tools/clients');
  const rows: { readonly library: Library; readonly result: LibraryResult }[] = [];
  for (const library of libraries.filter(({ name }) => words.length === 0 || words.includes(name)))
    rows.push({ library, result: await runLibrary(packages, library, bundler) });
  const wrong = rows.filter(({ library, result }) => !isRight(library, result)).map(({ result }) => result);
  const count = (outcome: LibraryResult['outcome']): number => rows.filter(({ result }) => result.outcome === outcome).length;
  const counts = { libraries: rows.length, works: count('works'), refused: count('refused'), fails: count('fails') };
  const summary = { bundler, ...counts, wrong: wrong.map(({ name }) => name) };
  const table = (): string => printTable(rows, (library) => versionOf(packages, library));
  return {
    report: { ...summary, results: rows.map(({ result }) => result) },
    lines:
      flags['markdown'] === true
        ? [table()]
        : [...rows.map(({ result }) => `${result.outcome.padEnd(8)} ${result.name}`), JSON.stringify(summary)],
    problems: wrong.map(({ name, outcome, text }) => `${name}: ${outcome}: ${text.slice(0, 1000)}`),
    holds: wrong.length === 0,
  };
}

function versionOf(packages: string, { name, package: installed = name }: Library): string {
  const manifest = JSON.parse(readFileSync(join(packages, 'node_modules', installed, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

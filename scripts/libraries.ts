/*
 * npm run libraries: builds a server for each of many public libraries, moves the bundle to an empty folder and calls a tool that uses the
 * library. `--json` prints one object, `--markdown` the table of docs/guide/libraries.md, `--bundler rollup` bundles with the other bundler;
 * names choose libraries.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sqliteNode } from '../test/support/newer-node.ts';
import { libraries, type Library } from './libraries/libraries.ts';
import { printTable } from './libraries/print-table.ts';
import { type LibraryResult, runLibrary } from './libraries/run-library.ts';
import { readFlags, stop } from './read-flags.ts';

const root = resolve(import.meta.dirname, '../tools/libraries');

/** Whether a result is expected: the right answer, or the expected refusal. */
function isRight({ answer, refused }: Library, { outcome, text }: LibraryResult): boolean {
  if (refused !== undefined) return outcome === 'refused' && text.startsWith(`${refused.code}: `) && text.includes(refused.fix);
  return outcome === 'works' && text === answer;
}

const options = { json: { type: 'boolean' }, markdown: { type: 'boolean' }, bundler: { type: 'string', default: 'esbuild' } } as const;

async function main(): Promise<number> {
  const { positionals: names, values: flags } = readFlags('libraries', { options, allowPositionals: true });
  if (flags.bundler !== 'esbuild' && flags.bundler !== 'rollup') stop('libraries', '--bundler takes esbuild or rollup');
  const bundler = flags.bundler === 'rollup' ? 'rollup' : 'esbuild';
  const chosen = libraries.filter(({ name }) => names.length === 0 || names.includes(name));
  const rows: { readonly library: Library; readonly result: LibraryResult; readonly right: boolean }[] = [];
  for (const library of chosen) {
    const result = await runLibrary(root, library, bundler);
    const right = isRight(library, result);
    rows.push({ library, result, right });
    if (!right) console.error(`${library.name}: ${result.outcome}: ${result.text.slice(0, 1000)}`);
  }
  const count = (outcome: LibraryResult['outcome']): number => rows.filter(({ result }) => result.outcome === outcome).length;
  const wrong = rows.filter(({ right }) => !right).map(({ library }) => library.name);
  const summary = { bundler, libraries: rows.length, works: count('works'), refused: count('refused'), fails: count('fails'), wrong };
  if (flags.markdown === true) console.log(printTable(rows, versionOf));
  else if (flags.json === true) console.log(JSON.stringify({ ...summary, results: rows.map(({ result }) => result) }));
  else console.log(rows.map(({ result }) => `${result.outcome.padEnd(8)} ${result.name}`).join('\n'), `\n${JSON.stringify(summary)}`);
  return wrong.length === 0 ? 0 : 1;
}

function versionOf({ name, package: installed = name }: Library): string {
  const manifest = JSON.parse(readFileSync(join(root, 'node_modules', installed, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

const node = sqliteNode();
// better-sqlite3 needs Node 22.
process.exit(
  node === process.execPath
    ? await main()
    : (spawnSync(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' }).status ?? 1),
);

/* npm run measure -- <what> [words] [--json]: one measurement of the repository; ends with 1 when a limit is passed. The hot path has `npm run bench`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sqliteNode } from '../test/support/newer-node.ts';
import { UnknownWord, type MeasureRow, type Measurement } from './measure/measurement.ts';
import { measureRows } from './measure/rows.ts';
import { readFlags, stop } from './read-flags.ts';

const root = resolve(import.meta.dirname, '..');
const [what, ...args] = process.argv.slice(2);
const row = what === undefined || !Object.hasOwn(measureRows, what) ? undefined : measureRows[what];

if (what === '--help') console.log(help());
else if (row === undefined || what === undefined) {
  console.error(what === undefined ? help() : `npm run measure: nothing is called ${JSON.stringify(what)}\n\n${help()}`);
  process.exitCode = 2;
} else process.exitCode = await measure(what, row);

function help(): string {
  const rows = Object.entries(measureRows).flatMap(([name, { flags = {}, sentence, words }]) => [
    `  ${name.padEnd(14)}${sentence}`,
    ...(words === undefined ? [] : [`  ${''.padEnd(16)}<word>…: ${words}`]),
    ...Object.entries(flags).map(([flag, { hint }]) => `  ${''.padEnd(16)}--${flag}: ${hint}`),
  ]);
  return ['npm run measure -- <what> [--json]', ...rows].join('\n');
}

async function measure(name: string, { flags = {}, load, newerNode, tools = [], words }: MeasureRow): Promise<number> {
  const command = `measure -- ${name}`;
  const hints = Object.fromEntries(Object.entries(flags).map(([flag, { hint }]) => [flag, hint]));
  const options = {
    json: { type: 'boolean' as const },
    ...Object.fromEntries(Object.entries(flags).map(([flag, { type }]) => [flag, { type }])),
  };
  const { positionals, values } = readFlags(command, { args, options, allowPositionals: words !== undefined }, hints);
  installTools(tools);
  if (newerNode && sqliteNode() !== process.execPath)
    return spawnSync(sqliteNode(), [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' }).status ?? 1;
  const folder = mkdtempSync(join(tmpdir(), `service-${name}-`));
  try {
    const run = await load();
    return print(await run({ root, folder, words: positionals, flags: values }), values.json === true);
  } catch (error) {
    if (error instanceof UnknownWord) stop(command, error.message);
    console.error(`npm run ${command}: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Before anything is imported that needs them. */
function installTools(tools: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs'), ...tools.flatMap((tool) => ['--with', tool])], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

function print({ holds, lines, problems = [], report }: Measurement, json: boolean): number {
  for (const problem of problems) console.error(problem);
  const shown =
    lines ?? Object.entries(report).map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  console.log(json ? JSON.stringify(report) : shown.join('\n'));
  return holds ? 0 : 1;
}

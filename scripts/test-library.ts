/*
 * Counts the rows of the test library (T.1 to T.82 in `spec/rows`) that a test cites. With `--bar` it measures what tests of the repository
 * cannot show cheaply.
 */
import { resolve } from 'node:path';
import { readCitations } from '../spec/citations.ts';
import { readRequirements } from '../spec/requirements.ts';
import { readFlags, stop } from './read-flags.ts';

const rowCount = 82;
const bars = {
  conformance: async () => (await import('./test-library/conformance-bar.ts')).conformanceBar(),
  packed: async () => (await import('./test-library/packed-bar.ts')).packedBar(),
  ports: async () => (await import('./test-library/ports-bar.ts')).portsBar(),
} as const;

const { values } = readFlags(
  'test-library',
  { options: { json: { type: 'boolean' }, bar: { type: 'string', multiple: true } } },
  { json: 'one JSON document on stdout', bar: `measure ${Object.keys(bars).join(', ')}` },
);

if (values.bar === undefined) await printRows();
else for (const name of values.bar) await printBar(name);

async function printRows(): Promise<void> {
  const known = new Set((await readRequirements()).map(({ id }) => id));
  const cited = new Set(readCitations(resolve(import.meta.dirname, '..')).map(({ id }) => id));
  const ids = Array.from({ length: rowCount }, (_, index) => `T.${index + 1}`);
  const missing = ids.filter((id) => !known.has(id) || !cited.has(id));
  const covered = rowCount - missing.length;
  if (values.json === true) console.log(JSON.stringify({ rows: rowCount, covered, missing }));
  else console.log(`${covered} of ${rowCount} rows are covered; not yet: ${missing.join(', ')}`);
}

async function printBar(name: string): Promise<void> {
  if (!Object.hasOwn(bars, name)) stop('test-library', `no bar is called ${name}; known: ${Object.keys(bars).join(', ')}`);
  const result = await bars[name as keyof typeof bars]();
  console.log(JSON.stringify({ bar: name, ...result }, undefined, values.json === true ? undefined : 2));
  if (!result.ok) process.exitCode = 1;
}

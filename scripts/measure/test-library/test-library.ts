import { readCitations } from '../../../spec/citations.ts';
import { readRequirements } from '../../../spec/requirements.ts';
import { UnknownWord, type MeasureRun, type Measurement } from '../measurement.ts';

/** T.1 to T.82 in `spec/rows`. */
const rowCount = 82;

type Bar = (folder: string) => Promise<{ readonly ok: boolean }>;

/** What tests of the repository cannot show cheaply. */
const bars: Readonly<Record<string, () => Promise<Bar>>> = {
  conformance: async () => (await import('./conformance-bar.ts')).conformanceBar,
  packed: async () => (await import('./packed-bar.ts')).packedBar,
  ports: async () => (await import('./ports-bar.ts')).portsBar,
};

/** The rows of the test library that a test cites, or the named bars. */
export async function measureTestLibrary({ folder, root, words }: MeasureRun): Promise<Measurement> {
  if (words.length === 0) return countRows(root);
  const loads = words.map((name) => {
    const load = Object.hasOwn(bars, name) ? bars[name] : undefined;
    if (load === undefined) throw new UnknownWord(`no bar is called ${name}; known: ${Object.keys(bars).join(', ')}`);
    return { name, load };
  });
  const results: Record<string, { readonly ok: boolean }> = {};
  for (const { load, name } of loads) results[name] = await (await load())(folder);
  return { report: results, lines: [JSON.stringify(results, undefined, 2)], holds: Object.values(results).every(({ ok }) => ok) };
}

async function countRows(root: string): Promise<Measurement> {
  const known = new Set((await readRequirements()).map(({ id }) => id));
  const cited = new Set(readCitations(root).map(({ id }) => id));
  const ids = Array.from({ length: rowCount }, (_, index) => `T.${index + 1}`);
  const missing = ids.filter((id) => !known.has(id) || !cited.has(id));
  return { report: { rows: rowCount, covered: rowCount - missing.length, missing }, holds: true };
}

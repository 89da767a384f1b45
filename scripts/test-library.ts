/* How much of the test library is shown by tests: rows T.1 to T.82 of its specification that have a row in `spec/rows` and a citation. */
import { resolve } from 'node:path';
import { readCitations } from '../spec/citations.ts';
import { readRequirements } from '../spec/requirements.ts';
import { readFlags } from './read-flags.ts';

const rowCount = 82;
const { values } = readFlags('test-library', { options: { json: { type: 'boolean' } } }, { json: 'one JSON document on stdout' });
const known = new Set((await readRequirements()).map(({ id }) => id));
const cited = new Set(readCitations(resolve(import.meta.dirname, '..')).map(({ id }) => id));
const ids = Array.from({ length: rowCount }, (_, index) => `T.${index + 1}`);
const missing = ids.filter((id) => !known.has(id) || !cited.has(id));
const covered = rowCount - missing.length;
if (values.json === true) console.log(JSON.stringify({ rows: rowCount, covered, missing }));
else console.log(`${covered} of ${rowCount} rows are covered; not yet: ${missing.join(', ')}`);

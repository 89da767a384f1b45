import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { referencePages } from './reference/pages.ts';

/** Writes `docs/reference`; a test compares it with the tables. */
const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'docs/reference');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(referencePages(root))) writeFileSync(join(folder, name), text);

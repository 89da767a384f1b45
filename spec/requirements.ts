import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RequirementRow } from './requirement-row.ts';

/** Every row of `spec/rows/*.ts`: one rule or table cell of the specification each, cited by `[id]` in the title of the test that shows it. */
export async function readRequirements(folder = join(import.meta.dirname, 'rows')): Promise<RequirementRow[]> {
  const rows: RequirementRow[] = [];
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const module = (await import(pathToFileURL(join(folder, name)).href)) as { readonly rows?: readonly RequirementRow[] };
    if (!module.rows) throw new Error(`spec/rows/${name} exports no "rows"`);
    rows.push(...module.rows);
  }
  return rows;
}

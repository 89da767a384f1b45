import { memberOf } from '@service/sdk/internal';
import { commandWords, type Proposal } from '@service/sdk/terminal';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandRow } from '../command-row.ts';
import { isFile } from '../../config/special-files.ts';

/** Values that no row lists. Reads at most one small file, never the sources. */
export async function valuesFrom(
  source: string,
  { cwd, table }: { readonly cwd: string; readonly table: readonly CommandRow[] },
): Promise<readonly Proposal[]> {
  if (source === 'tools') return contractTools(cwd);
  if (source === 'codes') {
    const { listExplanations } = await import('../explain/explanations.ts');
    return listExplanations().map(({ code, area }) => ({ value: code, text: area }));
  }
  const plain = (values: readonly string[]): readonly Proposal[] => values.map((value) => ({ value, text: '' }));
  if (source === 'targets') return plain((await import('../../targets/index.ts')).targetNames);
  return [...plain((await import('../help-topics.ts')).topicNames), ...commandWords(table)];
}

/** Tools of the last build: reading the sources would take too long under a person's finger. */
async function contractTools(cwd: string): Promise<readonly Proposal[]> {
  const { walkUp } = await import('../../config/find-config.ts');
  const root = walkUp(cwd, (folder) => (isFile(join(folder, 'package.json')) ? folder : undefined)) ?? cwd;
  const dist = join(root, 'dist');
  const folders = [root, ...(existsSync(dist) ? readdirSync(dist).map((name) => join(dist, name)) : [])];
  const file = folders.map((folder) => join(folder, 'contract.json')).find(isFile);
  if (file === undefined) return [];
  const contract: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const tools = memberOf(contract, 'tools');
  return (Array.isArray(tools) ? tools : []).flatMap((tool: unknown) => {
    const field = (key: string): string => {
      const value = memberOf(tool, key);
      return typeof value === 'string' ? value : '';
    };
    return field('name') === '' ? [] : [{ value: field('name'), text: field('description') }];
  });
}

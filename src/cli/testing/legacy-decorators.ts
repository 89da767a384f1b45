import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProjectSettings } from '../../compiler/index.ts';

/** Whether tsconfig.json, or a file that it extends, sets `experimentalDecorators`. TypeScript is loaded only where one of both is written. */
export async function usesLegacyDecorators(root: string): Promise<boolean> {
  const file = join(root, 'tsconfig.json');
  if (!existsSync(file) || !/experimentalDecorators|extends/.test(readFileSync(file, 'utf8'))) return false;
  return (await readProjectSettings(root))?.legacyDecorators === true;
}

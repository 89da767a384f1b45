import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the declarations of JavaScript's own library seem to lie. */
export const libraryFolder = '/node_modules/typescript/lib';

/** Their files in a package, put there by `scripts/packing`: all of ts-morph, which also has their texts, takes as long to load as TypeScript. */
const packedFolder = fileURLToPath(new URL('./library', import.meta.url));

/** Text of one of them, by its path in {@link libraryFolder}. */
export const readLibraryFile = existsSync(packedFolder) ? readPackedFile : await createMemoryReader();

function readPackedFile(path: string): string | undefined {
  const file = join(packedFolder, path.slice(libraryFolder.length));
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** In a checkout ts-morph is what TypeScript comes from. */
async function createMemoryReader(): Promise<(path: string) => string | undefined> {
  const { Project } = await import('ts-morph');
  const host = new Project({ useInMemoryFileSystem: true }).getModuleResolutionHost();
  return (path) => host.readFile(path);
}

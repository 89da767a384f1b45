import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Virtual folder of TypeScript's `lib.*.d.ts`. */
export const libraryFolder = '/node_modules/typescript/lib';

/** The real folder in a published package, filled by `scripts/packing`: loading ts-morph for these texts would take as long as TypeScript itself. */
const packedFolder = fileURLToPath(new URL('./library', import.meta.url));

/** Text of a library file, by its path in {@link libraryFolder}. */
export const readLibraryFile = existsSync(packedFolder) ? readPackedFile : await createMemoryReader();

function readPackedFile(path: string): string | undefined {
  const file = join(packedFolder, path.slice(libraryFolder.length));
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** A checkout has no packed files; ts-morph carries their texts. */
async function createMemoryReader(): Promise<(path: string) => string | undefined> {
  const { Project } = await import('ts-morph');
  const host = new Project({ useInMemoryFileSystem: true }).getModuleResolutionHost();
  return (path) => host.readFile(path);
}

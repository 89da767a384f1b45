import { buildSync } from 'esbuild';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
const made = new Map<string, string>();
let folder: string | undefined;

/**
 * A program of our sources as one file of JavaScript, made once per test process: it starts in a tenth of the processor time that loading
 * them one by one takes. It lies in the repository, where it finds the packages. @param module absolute path
 */
export function oneFile(module: string): string {
  const known = made.get(module);
  if (known !== undefined) return known;
  const file = join(folderOfProcess(), basename(module).replace(/\.m?ts$/, '.mjs'));
  buildSync({
    entryPoints: [module],
    outfile: file,
    bundle: true,
    packages: 'external',
    // Ours are sources, not packages.
    alias: { '@service/sdk': join(repository, 'src/runtime') },
    conditions: ['service-source'],
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'silent',
  });
  made.set(module, file);
  return file;
}

function folderOfProcess(): string {
  if (folder !== undefined) return folder;
  const programs = join(repository, '.service/programs');
  mkdirSync(programs, { recursive: true });
  const own = mkdtempSync(join(programs, 'of-'));
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return (folder = own);
}

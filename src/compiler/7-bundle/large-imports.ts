import { specifierBetween } from '../../std/paths.ts';
import { basename, resolve } from 'node:path';
import { chainTo, isPackageFile, locateImport } from '../bundler-plugin/index.ts';
import type { BundlePlan } from '../compile-types.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import type { BundledFile } from './bundled-file.ts';

/** Bytes of one file of data from which on a bundle is mostly that file. */
const large = 1_000_000;

const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

/** Files of data that the project imports and that make its bundle large; what packages bring is not for its author to change. */
export async function largeImports(
  { model, root, target }: Pick<BundlePlan, 'root' | 'target' | 'model'>,
  { bytesByInput, imports }: BundledFile,
): Promise<Diagnostic[]> {
  const found = Object.entries(bytesByInput)
    .map(([path, bytes]) => ({ file: resolve(root, path), bytes }))
    .filter(({ bytes, file }) => bytes >= large && imports.has(file) && !isScript(file) && !isPackageFile(file));
  return Promise.all(
    found.map(async ({ bytes, file }) => {
      const chain = chainTo(model.entry.file, (one) => one === file, imports);
      const location = await locateImport(root, imports, chain);
      const params = {
        name: basename(file),
        path: specifierBetween(chain.at(-2) ?? file, file),
        megabytes: (bytes / 1e6).toFixed(1),
        hasFiles: target.supports.fileSystem,
      };
      return diagnose('large-import', params, location);
    }),
  );
}

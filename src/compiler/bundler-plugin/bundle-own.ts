import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { findSdkCopy, sourceCondition } from './sdk-copy.ts';

/**
 * One of our own programs with what it needs of the SDK, as a readable module without dependencies. The same on every machine: comments
 * name modules by their place in the SDK.
 * @param file absolute
 */
export async function bundleOwn(
  file: string,
  { banner, external }: { readonly banner: string; readonly external: string[] },
): Promise<string> {
  const { runtime } = findSdkCopy();
  const { outputFiles } = await build({
    stdin: { contents: await readFile(file, 'utf8'), resolveDir: dirname(file), sourcefile: join(runtime.folder, basename(file)) },
    absWorkingDir: runtime.folder,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: [sourceCondition],
    external,
    banner: { js: banner },
    legalComments: 'none',
    charset: 'utf8',
    tsconfigRaw: {},
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('');
}

import { isBuiltin } from 'node:module';
import { build } from 'esbuild';

/**
 * What a module asks for by name that no Node brings: packages and files.
 * @throws {Error} when the text does not parse
 */
export async function findOutsideImports(code: string): Promise<readonly string[]> {
  const found = new Set<string>();
  await build({
    stdin: { contents: code, loader: 'js', resolveDir: '/' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
    plugins: [
      {
        name: 'imports',
        setup: (bundling) => {
          bundling.onResolve({ filter: /.*/ }, ({ kind, path }) => {
            if (kind !== 'entry-point' && !isBuiltin(path)) found.add(path);
            return { path, external: true };
          });
        },
      },
    ],
  });
  return [...found].toSorted();
}

import { isBuiltin } from 'node:module';
import { build, type BuildFailure } from 'esbuild';

/**
 * The packages and files that a module imports, without Node's own modules and without optional packages
 * (`try { require('x') } catch {}`).
 * @throws {Error} when the text does not parse
 */
export async function findOutsideImports(code: string): Promise<readonly string[]> {
  const files = new Set<string>();
  const packages = new Set<string>();
  const bundling = build({
    // Without a folder to resolve from, the bundler finds no package, and reports those that the module cannot do without.
    stdin: { contents: code, loader: 'js' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
    logLimit: 0,
    plugins: [
      {
        name: 'imports',
        setup: (plugin) => {
          plugin.onResolve({ filter: /.*/ }, ({ kind, path }) => {
            if (kind === 'entry-point') return undefined;
            const isPackage = !isBuiltin(path) && !/^[./]/.test(path);
            if (isPackage) packages.add(path);
            else if (!isBuiltin(path)) files.add(path);
            return isPackage ? undefined : { path, external: true };
          });
        },
      },
    ],
  });
  const errors = await bundling.then(
    (): readonly string[] => [],
    (failure: BuildFailure) => failure.errors.map(({ text }) => text),
  );
  const needed = [...packages].filter((name) => errors.includes(`Could not resolve ${JSON.stringify(name)}`));
  if (errors.length > 0 && needed.length === 0) throw new Error(errors[0]);
  return [...files, ...needed].toSorted();
}

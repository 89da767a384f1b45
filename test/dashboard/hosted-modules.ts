import { createRequire } from 'node:module';
import { build, type Plugin } from 'esbuild';
import { root } from './dashboard-project.ts';

/** Names that a CommonJS module exports. */
const namesOf = (name: string): readonly string[] =>
  Object.keys(createRequire(import.meta.url)(name) as object).filter((one) => one !== 'default' && one !== '__esModule');

/** React's packages are CommonJS, whose names a bundler does not see. */
const isReact = (name: string): boolean => /^react(?:$|[-/])/.test(name);

/**
 * What a host of modules answers: a package that this repository has installed as one module.
 * @param external packages that stay imports
 */
export async function hostedModule(name: string, external: readonly string[]): Promise<string> {
  const contents = isReact(name)
    ? `import all from '${name}'; export default all; export const { ${namesOf(name).join(', ')} } = all;`
    : `export * from '${name}';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [leaveOut(external)],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

const leaveOut = (external: readonly string[]): Plugin => ({
  name: 'left-out',
  setup(bundling) {
    bundling.onResolve({ filter: /^[^.]/ }, ({ importer, kind, path }) => {
      if (importer === '<stdin>' || !external.includes(path)) return undefined;
      // A call of require() has no place in a module: it gets one that imports.
      return kind === 'require-call' ? { path, namespace: 'left-out' } : { path, external: true };
    });
    bundling.onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => ({
      contents: `export { ${namesOf(path).join(', ')} } from '${path}';`,
    }));
  },
});

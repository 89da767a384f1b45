import { dirname } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { chainTo, importGraph, locateWrittenImport } from '../bundler-plugin/index.ts';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';

/** Libraries of the renderers of `@service/ui/react`. */
const libraries = /^(@xyflow\/react|katex|leaflet|mermaid|pdfjs-dist|safe-mdx)(?:$|\/)/;

/** Modules of `@service/ui` that import one. */
const renderer = /[\\/]ui[\\/](?:src|dist)[\\/]react[\\/](?:flow|maps|math|mdx|mermaid|pdf)\.[jt]s$/;

/** What stands for a library that is not installed: its renderer sees that, and shows the text. */
const absent =
  'export default undefined;\nexport const ReactFlow = undefined, getDocument = undefined, SafeMdxRenderer = undefined, mdxParse = undefined;\n';
const namespace = 'service-missing-library';
const askedByUs = Symbol('asked by the plugin of libraries');

/** The libraries as the project has installed them. @param file of the project, from which they are looked for */
export const projectLibraries = (file: string): Plugin => ({
  name: 'service-libraries',
  setup(build) {
    build.onResolve({ filter: libraries }, async ({ importer, kind, path, pluginData }) => {
      if (pluginData === askedByUs || !renderer.test(importer)) return undefined;
      const found = await build.resolve(path, { kind, resolveDir: dirname(file), pluginData: askedByUs });
      return found.errors.length === 0 ? found : { path, namespace };
    });
    build.onLoad({ filter: /.*/, namespace }, ({ path }) =>
      path.endsWith('.css') ? { contents: '', loader: 'css' } : { contents: absent, loader: 'js' },
    );
  },
});

/** A warning for each library that a widget asks for and the project has not installed, where its author imports the renderer. */
export async function missingLibraries(root: string, file: string, metafile: Metafile): Promise<readonly Diagnostic[]> {
  const imports = importGraph(root, metafile);
  const missing = Object.keys(metafile.inputs).flatMap((path) => {
    const library = path.startsWith(`${namespace}:`) ? libraries.exec(path.slice(namespace.length + 1))?.[1] : undefined;
    return library === undefined || path.endsWith('.css') ? [] : [{ library, path }];
  });
  const found = new Map<string, Diagnostic>();
  for (const { library, path } of missing) {
    if (found.has(library)) continue;
    const isRenderer = (one: string): boolean =>
      renderer.test(one) && (imports.get(one) ?? []).some((imported) => imported.path.endsWith(path));
    const chain = chainTo(file, isRenderer, imports);
    const [importer = file, imported] = chain.slice(-2);
    const written = imports.get(importer)?.find((one) => one.path === imported)?.written ?? '@service/ui/react';
    found.set(library, diagnose('widget-library', { library }, await locateWrittenImport(root, importer, written)));
  }
  return [...found.values()];
}

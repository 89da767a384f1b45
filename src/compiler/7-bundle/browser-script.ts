import { resolve } from 'node:path';
import { build, type BuildResult, type Plugin } from 'esbuild';
import {
  type BorrowedModule,
  bundlerFindings,
  bundlerWarnings,
  createProjectPlugin,
  isBundlerFailure,
  type SdkCopy,
  sourceCondition,
  withOwnEffects,
} from '../bundler-plugin/index.ts';
import type { CompileRequest } from '../compile-types.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import { missingLibraries, projectLibraries } from './widget-libraries.ts';

/** A script of a page: what the project's file becomes in a browser. */
export interface BrowserScript {
  readonly root: string;
  readonly name: string;
  /** Absolute path of the project's file. */
  readonly file: string;
  /** The module that mounts it. */
  readonly text: string;
  readonly borrowed: Readonly<Record<string, BorrowedModule>>;
  /** Images and fonts become part of it, and it has a source map where one is asked for. */
  readonly isWidget?: true;
}

export interface BundledScript {
  readonly text: string;
  /** What its modules import of styles. */
  readonly style: string;
  /** Absolute paths of the files that were read. */
  readonly inputs: readonly string[];
  /** Those of which something is in the script. */
  readonly used: readonly string[];
  /** Files in it, relative to the project, with their bytes there. */
  readonly sizes: readonly (readonly [file: string, bytes: number])[];
  readonly warnings: readonly Diagnostic[];
  /** Source map of the text before it was escaped, as JSON. */
  readonly map: string | undefined;
}

export interface ScriptTools {
  readonly request: CompileRequest;
  readonly sdk: SdkCopy;
}

/** One script with everything in it, for an inline element. */
export async function bundleScript(
  script: BrowserScript,
  tools: ScriptTools,
): Promise<BundledScript | { readonly diagnostics: readonly Diagnostic[] }> {
  const { file, root } = script;
  try {
    const { dropped, result } = await withOwnEffects({ root, entry: file }, (keep) => runBundler(script, { ...tools, keep }));
    if (dropped.length > 0) return { diagnostics: dropped };
    const { metafile, outputFiles, warnings } = result;
    const files = (paths: readonly string[]): readonly string[] =>
      paths.filter((path) => !/^service-[a-z-]+:/.test(path)).map((path) => resolve(root, path));
    const sizes = Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [[path, bytesInOutput] as const] : [])),
    );
    return {
      text: insideElement(outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? ''),
      style: insideStyle(outputFiles.find(({ path }) => path.endsWith('.css'))?.text ?? ''),
      inputs: files(Object.keys(metafile.inputs)),
      used: files(sizes.map(([path]) => path)),
      sizes,
      warnings: [...bundlerWarnings(root, warnings), ...(await missingLibraries(root, file, metafile))],
      map: outputFiles.find(({ path }) => path.endsWith('.js.map'))?.text,
    };
  } catch (error) {
    if (isBundlerFailure(error)) return { diagnostics: bundlerFindings(root, error.errors) };
    throw error;
  }
}

const assetLoaders = Object.fromEntries(
  ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.svg', '.woff', '.woff2'].map((ending) => [ending, 'dataurl' as const]),
);

function runBundler(
  { borrowed, file, isWidget, name, root, text }: BrowserScript,
  { keep, request, sdk }: ScriptTools & { readonly keep: readonly Plugin[] },
): Promise<BuildResult<{ readonly metafile: true; readonly write: false }>> {
  return build({
    entryPoints: ['service:script'],
    absWorkingDir: root,
    outfile: `${root}/${name}.js`,
    write: false,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: request.build.minify ?? true,
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
    loader: isWidget === true ? assetLoaders : {},
    ...(isWidget === true && request.locatesWidgets === true ? { sourcemap: 'external', sourcesContent: false } : {}),
    conditions: [sourceCondition, 'browser'],
    // Browsers have no environment, and React asks for this variable.
    define: { 'process.env.NODE_ENV': '"production"', ...request.build.define },
    plugins: [
      ...keep,
      projectLibraries(file),
      createProjectPlugin({ root, sdk, generated: { script: text }, aliases: {}, borrowed, edits: [] }),
    ],
  });
}

/**
 * As the content of a script element: `</script` would end it, and after `<!--` the next `<script` would keep it from ending. The bundler
 * prints both only within strings and patterns, where an escape stands for the same.
 */
const insideElement = (text: string): string => text.replaceAll(/<(?=!--|\/script)/gi, '\\x3c');

/** Characters that such escapes have put before the end of a text. */
export const escapedIn = (text: string): number => 3 * (text.match(/\\x3c(?=!--|\/script)/gi)?.length ?? 0);

/** In styles `<` stands within strings and comments alone. */
const insideStyle = (text: string): string => text.replaceAll(/<(?=\/style)/gi, '\\3c ');

/** What a page of React needs of the project's own packages. @param missing what to do where a module is not installed */
export const borrowReact = (
  file: string,
  modules: readonly string[],
  missing: (module: string) => string,
): Readonly<Record<string, BorrowedModule>> =>
  Object.fromEntries(modules.map((module) => [module.replace('/', '-'), { module, for: file, missing: missing(module) }]));

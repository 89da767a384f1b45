import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build, transform, type PluginBuild } from 'esbuild';

/** Modules that others load by path: the command line by `bin/`, the configuration's types by users. */
const entries = ['cli/index.js', 'config/index.js'];

/** Modules that are not loaded but bundled into a user's server, each from its own file. */
const keptApart = [
  /^config\/child\//,
  /^compiler\/(?:4-evaluate\/child|schemas\/compile)\//,
  /^compiler\/7-bundle\/bundle-locations\.js$/,
  /^compiler\/isolation\/given-variables\.js$/,
];

/**
 * Dependencies in CommonJS, and what is used of each. Imported, Node lexes all their text in search of exported names, which for the
 * TypeScript inside ts-morph takes as long as loading the rest; required, it does not.
 */
const required: Readonly<Record<string, string>> = {
  // Of ts-morph only its TypeScript: the rest of it takes as long to load again.
  'ts-morph': `export const ts = createRequire(require.resolve('ts-morph'))('@ts-morph/common/dist/typescript.js');`,
  esbuild: `export const { build, transform } = require('esbuild');`,
};

/**
 * Puts the compiled modules of a folder into few files, because Node spends more time on finding two hundred small ones than on running
 * them. What is imported lazily stays lazy; dependencies stay imports. Nothing is minified: a stack names our functions.
 */
export async function bundleModules(dist: string): Promise<void> {
  const bundled = `${dist}-bundled`;
  await build({
    absWorkingDir: dist,
    entryPoints: entries.map((path) => join(dist, path)),
    outbase: dist,
    outdir: bundled,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    plugins: [
      { name: 'dependencies', setup: resolveDependencies },
      { name: 'own-url', setup: (bundling) => keepOwnUrl(bundling, dist) },
    ],
  });
  const modules = listFiles(dist).filter((path) => path.endsWith('.js'));
  const apart = modules.filter((path) => keptApart.some((kept) => kept.test(path)));
  for (const path of modules) if (!apart.includes(path)) rmSync(join(dist, path));
  await findImports(dist, apart);
  cpSync(bundled, dist, { recursive: true });
  rmSync(bundled, { recursive: true });
}

/** A module apart that imports one of the bundled ones would end every build of a user. */
async function findImports(dist: string, apart: readonly string[]): Promise<void> {
  const options = {
    bundle: true,
    write: false,
    outdir: dist,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  } as const;
  await build({ ...options, absWorkingDir: dist, entryPoints: [...apart] });
}

/** Only the SDK's data comes along: it is of exactly this version, and as many small files again. */
function resolveDependencies(bundling: PluginBuild): void {
  bundling.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
    if (kind === 'entry-point' || path.startsWith('@service/sdk/')) return undefined;
    return required[path] === undefined ? { path, external: true } : { path, namespace: 'required' };
  });
  bundling.onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => {
    const head = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
    return { contents: head + (required[path] ?? ''), loader: 'js' };
  });
}

/** A module that looks for files beside itself keeps the place that it had: every bundled file lies one folder deep, too. */
function keepOwnUrl(bundling: PluginBuild, dist: string): void {
  bundling.onLoad({ filter: /\.js$/ }, async ({ path }) => {
    const text = readFileSync(path, 'utf8');
    if (!path.startsWith(dist + sep) || !text.includes('import.meta.url')) return undefined;
    const { code } = await transform(text, { define: { 'import.meta.url': 'moduleUrl' } });
    const own = relative(dist, path).split(sep).join('/');
    return { contents: `const moduleUrl = new URL('../${own}', import.meta.url).href;\n${code}`, loader: 'js' };
  });
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));

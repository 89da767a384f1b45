import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PluginBuild, ResolveResult } from 'esbuild';

/** A module of zod as CommonJS; the package has it beside the ES module of the same name. */
const zodFile = /[\\/]node_modules[\\/]zod[\\/].*\.cjs$/;

/**
 * For a program that runs once, on this machine: Node loads the hundred files of zod faster than the bundler bundles and prints them. Each
 * importer gets its own zod; a zod without CommonJS modules is bundled.
 */
export function leaveZodOutside(build: PluginBuild): void {
  const known = new Map<string, Promise<ResolveResult>>();
  build.onResolve({ filter: /^zod($|\/)/ }, ({ path, kind, resolveDir, importer, pluginData }) => {
    if (pluginData === resolvedByUs) return undefined;
    const key = JSON.stringify([kind, resolveDir, path]);
    const found = known.get(key) ?? build.resolve(path, { kind, resolveDir, importer, pluginData: resolvedByUs }).then(asCommonJs);
    known.set(key, found);
    return found;
  });
}

const resolvedByUs = Symbol('resolved by leaveZodOutside');

function asCommonJs(found: ResolveResult): ResolveResult {
  const file = found.path.replace(/\.js$/, '.cjs');
  return file !== found.path && zodFile.test(file) && existsSync(file) ? { ...found, path: file, external: true } : found;
}

/** The file in which a project's own zod begins, to load it in advance; none where it would be bundled. */
export function findZod(root: string): readonly string[] {
  try {
    const file = createRequire(join(root, 'package.json')).resolve('zod');
    return zodFile.test(file) ? [file] : [];
  } catch {
    return [];
  }
}

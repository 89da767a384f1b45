/** The parts of a package.json that packing reads or rewrites. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly sideEffects?: boolean | readonly string[];
  readonly [key: string]: unknown;
}

const developmentKeys = new Set(['private', 'scripts', 'workspaces', 'devDependencies', 'files', 'exports', 'sideEffects']);

/**
 * The manifest as users get it: npm cannot rewrite `exports` while publishing, so the `service-source` condition and everything that
 * only a checkout needs are taken out here, and the files are listed.
 */
export function publishedManifest(manifest: Manifest, files: readonly string[]): Manifest {
  const kept = Object.fromEntries(Object.entries(manifest).filter(([key]) => !developmentKeys.has(key)));
  const { exports, sideEffects } = manifest;
  return {
    ...kept,
    name: manifest.name,
    version: manifest.version,
    ...(exports ? { exports: Object.fromEntries(Object.entries(exports).map(([subpath, row]) => [subpath, withoutSource(row)])) } : {}),
    ...(sideEffects === undefined
      ? {}
      : { sideEffects: Array.isArray(sideEffects) ? sideEffects.filter((path) => !isSource(path)) : sideEffects }),
    files,
  };
}

const isSource = (path: unknown): boolean => typeof path === 'string' && path.startsWith('./src/');

function withoutSource(row: string | Readonly<Record<string, string>>): string | Record<string, string> {
  return typeof row === 'string' ? row : Object.fromEntries(Object.entries(row).filter(([condition]) => condition !== 'service-source'));
}

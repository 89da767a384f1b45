/** The parts of a package.json that packing reads or rewrites. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, Row>>;
  readonly sideEffects?: boolean | readonly string[];
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Dependencies whose code becomes a part of the package. */
  readonly vendoredDependencies?: readonly string[];
  readonly [key: string]: unknown;
}

type Row = string | Readonly<Record<string, string>>;

const developmentKeys = new Set([
  'private',
  'scripts',
  'workspaces',
  'devDependencies',
  'publishedDependencies',
  'vendoredDependencies',
  'files',
  'exports',
  'sideEffects',
]);

/**
 * The manifest as users get it: npm cannot rewrite `exports` while publishing, so the `service-source` condition of packages without
 * sources and everything that only a checkout needs are taken out here, and the files are listed.
 */
export function publishedManifest(manifest: Manifest, files: readonly string[]): Manifest {
  const kept = Object.fromEntries(Object.entries(manifest).filter(([key]) => !developmentKeys.has(key)));
  const { exports, sideEffects } = manifest;
  // What the compiler reads like a project's own.
  const shipsSources = files.includes('src');
  const published = (row: Row): Row => (shipsSources ? row : withoutSource(row));
  return {
    ...kept,
    name: manifest.name,
    version: manifest.version,
    ...dependenciesOf(manifest),
    ...(exports ? resolvedWithoutExports(exports) : {}),
    ...(exports ? { exports: Object.fromEntries(Object.entries(exports).map(([subpath, row]) => [subpath, published(row)])) } : {}),
    ...(sideEffects === undefined
      ? {}
      : { sideEffects: Array.isArray(sideEffects) ? sideEffects.filter((path) => !isSource(path)) : sideEffects }),
    files,
  };
}

/**
 * `publishedDependencies` come with the package and are too large for this checkout, whose own tests find them in `tools`;
 * `vendoredDependencies` are a part of the package already.
 */
function dependenciesOf({ dependencies, publishedDependencies, vendoredDependencies = [] }: Manifest): Record<string, unknown> {
  const installed = Object.entries(dependencies ?? {}).filter(([name]) => !vendoredDependencies.includes(name));
  const all = { ...Object.fromEntries(installed), ...asRecord(publishedDependencies) };
  return Object.keys(all).length === 0 ? {} : { dependencies: all };
}

const asRecord = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/**
 * The same files for `moduleResolution: node`, which reads no `exports`: without them TypeScript finds no types in projects of CommonJS
 * that are older than it. Only declarations are named, because the compiler resolves the code by itself.
 */
function resolvedWithoutExports(exports: NonNullable<Manifest['exports']>): Record<string, unknown> {
  const typed = Object.entries(exports).flatMap(([subpath, row]) => {
    const types = typeof row === 'string' ? undefined : row['types'];
    return types === undefined ? [] : [[subpath.replace(/^\.\/?/, ''), types] as const];
  });
  const main = exports['.'];
  const code = typeof main === 'string' ? main : main?.['default'];
  const [own] = typed.filter(([name]) => name === '').map(([, types]) => types);
  const others = typed.filter(([name]) => name !== '').map(([name, types]) => [name, [types]] as const);
  return {
    ...(code === undefined ? {} : { main: code }),
    ...(own === undefined ? {} : { types: own }),
    ...(others.length === 0 ? {} : { typesVersions: { '*': Object.fromEntries(others) } }),
  };
}

const isSource = (path: unknown): boolean => typeof path === 'string' && path.startsWith('./src/');

function withoutSource(row: Row): Row {
  return typeof row === 'string' ? row : Object.fromEntries(Object.entries(row).filter(([condition]) => condition !== 'service-source'));
}

import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Files and native packages that sources name. */
export const rows: readonly RequirementRow[] = rowsOf({
  'assets.node':
    'Files named by `new URL(…, import.meta.url)`, `import.meta.dirname`, `__dirname`, `createRequire`, `new Worker(new URL(…))` and imports of .md, .txt, .sql, .html, .csv, .json and .wasm work in a node bundle that was moved to an empty folder, with esbuild and with rollup.',
  'assets.packages':
    'A file of a package outside of the project lies beside the bundle by the name and version of that package: a build is the same wherever packages are installed.',
  'assets.worker':
    'Imports of texts and JSON are inlined in a worker, WebAssembly is a module beside it; a path to a file is an error at its line.',
  'assets.record':
    'Files beside a bundle are inputs of the build record: a changed, new or removed one is built anew, and what nobody names any more is removed from the output.',
  'assets.config': '`build.assets` copies further files beside the bundle, `build.loader` says what an import of an ending is.',
  'assets.native':
    'A native package is copied with its files and dependencies and loads from an empty folder; one without an add-on for the platform, or on a target that loads none, is an error with its import chain.',
  'assets.own-files':
    'Of a package that is copied, only files that are really below its folder are read: a symlink out of it, a dependency that is a link to a package of another name, and a prebuilt package outside of nativePackages are errors that name package and file. Names of packages and dependencies that npm would not take never become a path: they are errors that name the package.json and the member.',
});

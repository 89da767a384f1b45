import type { RequirementRow } from '../requirement-row.ts';

/** Files and native packages that sources name. */
export const rows: readonly RequirementRow[] = [
  {
    id: 'assets.node',
    document: 'issue 14',
    section: 'Deliver 5',
    rule: 'Files named by `new URL(…, import.meta.url)`, `import.meta.dirname`, `__dirname`, `createRequire`, `new Worker(new URL(…))` and imports of .md, .txt, .sql, .html, .csv, .json and .wasm work in a node bundle that was moved to an empty folder, with esbuild and with rollup.',
  },
  {
    id: 'assets.worker',
    document: 'issue 14',
    section: 'Deliver 5',
    rule: 'Imports of texts and JSON are inlined in a worker, WebAssembly is a module beside it; a path to a file is an error at its line.',
  },
  {
    id: 'assets.record',
    document: 'issue 14',
    section: 'Deliver 5',
    rule: 'Files beside a bundle are inputs of the build record: a changed, new or removed one is built anew, and what nobody names any more is removed from the output.',
  },
  {
    id: 'assets.config',
    document: 'issue 14',
    section: 'Deliver 5',
    rule: '`build.assets` copies further files beside the bundle, `build.loader` says what an import of an ending is.',
  },
  {
    id: 'assets.native',
    document: 'issue 14',
    section: 'Deliver 5',
    rule: 'A native package is copied with its files and dependencies and loads from an empty folder; one without an add-on for the platform, or on a target that loads none, is an error with its import chain.',
  },
];

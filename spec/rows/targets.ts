import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** What a target may be made of, and deployments that this version cannot build. */
export const rows: readonly RequirementRow[] = rowsOf({
  'target.bundles':
    'A target may have several bundles of one server, each with a host and exports by name, and makes its other files of their bytes.',
  'target.format':
    '`build.format: \'esm\'` makes ES modules of the bundles of node, distributed and cli under their usual names, with "type": "module" in the package.json beside them; modules may then await outside of functions, and CommonJS packages find `require`, `__filename` and `__dirname`.',
  'build.sourcemap':
    'The bundles of node, distributed and cli have a source map beside them, which is in no archive and no executable; `build.sourcemap` puts it into the bundle (`inline`) or leaves it out (`none`). It names sources by their paths from the project and, without `build.sourcesContent: true`, holds no text of them. Equal projects have equal maps, whatever their folder.',
  'build.sourcemap.log':
    'Where a map that belongs to the bundle lies beside it or in it, a stack in the log of the server names file, line and column of the project, whichever bundler and module format made the bundle. The map is read with the first stack that is logged; with a missing, damaged or foreign map the stack is logged as it is.',
  'build.sourcemap.fixed':
    'A warning names `build.sourcemap` and `build.sourcesContent` where they have no effect: archives, executables, workers, and texts for a map that is switched off.',
  'target.format.fixed':
    'Archives and single executables are CommonJS and workers ES modules, whatever `build.format` says: a warning names the option, and a module with top-level await that cannot be there is an error at the import of the project that leads to it, with its package, file and line.',
  'target.size': 'The data of a target is at most 80 lines.',
  'target.names':
    'The name of a server, which names files and stands in scripts, holds letters, digits, dots, hyphens and underscores and is not . or .., whether the config, a variable or package.json says it.',
});

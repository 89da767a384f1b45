import { MigrationError } from './findings.ts';
import type { MigratedSources } from './migrated-sources.ts';
import { outPaths } from './migrated-sources.ts';
import { lineOfNode, type SourceModule } from './read/source-module.ts';
import { decoratedEntries, findDecorated, renameStyle } from './rewrite/decorated.ts';
import { printModule } from './rewrite/print-module.ts';

/**
 * Renames the imports of a server that uses decorators already. The build reports names that the SDK lacks, at the import.
 * @returns undefined for sources of another style
 * @throws {MigrationError} for two servers
 */
export function migrateDecorated(modules: readonly SourceModule[]): MigratedSources | undefined {
  const servers = findDecorated(modules);
  const [server] = servers;
  if (server === undefined) return undefined;
  if (servers.length > 1)
    throw new MigrationError(
      'migrate-two-servers',
      servers.map(({ decorator, module }) => ({
        file: module.path,
        line: lineOfNode(decorator),
        message: 'Declares a server, and so does another place',
        hint: 'A project has one server: migrate one file at a time',
      })),
    );
  const outPath = outPaths(modules);
  return {
    entry: outPath(server.module),
    modules: modules.map((module) =>
      printModule({ source: module, path: outPath(module), body: renameStyle(module, server), imports: [], zod: 'zod' }),
    ),
    entries: modules.flatMap((module) => decoratedEntries(module, module.path)),
    left: [],
    notes: [],
  };
}

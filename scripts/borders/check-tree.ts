import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFile, type ResolvedImport, type Violation } from './check-file.ts';
import { findCycles } from './find-cycles.ts';
import { readImports } from './read-imports.ts';
import { listSources, sourceResolver } from './source-files.ts';

export interface TreeReport {
  readonly files: number;
  readonly violations: readonly Violation[];
  /** Closed import paths, type imports included. */
  readonly cycles: readonly (readonly string[])[];
}

/** Checks every border and every import cycle of the repository below `root`. */
export function checkTree(root: string): TreeReport {
  const files = listSources(root, ['bin', 'src', 'packages', 'scripts', 'bench', 'spec', 'fixtures', 'test']).filter(
    (file) => !file.startsWith('fixtures/errors/'),
  );
  const resolve = sourceResolver(root);
  const known = new Set(files);
  const graph = new Map<string, string[]>();
  const violations: Violation[] = [];
  for (const file of files) {
    const facts = readImports(file, readFileSync(join(root, file), 'utf8'));
    const imports = facts.imports.map((site): ResolvedImport => {
      const target = resolve(file, site.specifier);
      return target === undefined ? site : { ...site, target };
    });
    graph.set(
      file,
      imports.flatMap((site) => (site.target !== undefined && known.has(site.target) ? [site.target] : [])),
    );
    violations.push(...checkFile(file, facts, imports));
  }
  return { files: files.length, violations, cycles: findCycles(graph) };
}

import { declaredAs, type AnyClass, type Declaration } from '../define/index.ts';
import { declarationOf } from '../define/metadata.ts';
import { ServiceError } from '../errors/index.ts';
import { type CollectedEntry, entryLists, isEntryKind } from './collected.ts';

/**
 * The entries of a server that has only entries, in its apps or its own lists, in the order of `collect`. Owners and faults are known from
 * the model that the build made of the same declarations.
 */
export function collectPlain(serverClass: AnyClass): { declared: Declaration['options']; entries: CollectedEntry[] } {
  const server = declaredAs('server', serverClass);
  if (server === undefined) throw new ServiceError('INVALID_DECORATOR_METADATA', `${serverClass.name} is not a server`);
  const apps = listOf(server.options, 'apps').flatMap((app) => declarationOf(app) ?? []);
  const entries = [server, ...apps].flatMap(({ options }) => {
    const outputOptions = options === server.options ? [options['output']] : [options['output'], server.options['output']];
    return entryLists.flatMap(([list]) =>
      listOf(options, list).flatMap((item) => {
        const declaration = declarationOf(item);
        return declaration !== undefined && isEntryKind(declaration.kind)
          ? [{ kind: declaration.kind, owner: [], declaration, outputOptions }]
          : [];
      }),
    );
  });
  return { declared: server.options, entries };
}

function listOf(options: Declaration['options'], list: string): readonly unknown[] {
  const value = options[list];
  return Array.isArray(value) ? value : [];
}

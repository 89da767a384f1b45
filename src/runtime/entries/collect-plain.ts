import { declaredAs, type AnyClass, type Declaration } from '../define/index.ts';
import { declarationOf } from '../define/metadata.ts';
import { ServiceError } from '../errors/index.ts';
import type { OwnerModel } from '../model/index.ts';
import { type CollectedEntry, entryLists, isEntryKind } from './collected.ts';

type Options = Declaration['options'];

/**
 * The entries of a server that has only entries, in its apps or its own lists, in the order of `collect`. Owners and faults are known from
 * the model that the build made of the same declarations.
 */
export function collectPlain(serverClass: AnyClass): { declared: Options; entries: CollectedEntry[] } {
  const [server, ...apps] = plainOwners(serverClass);
  return { declared: server.options, entries: [server, ...apps].flatMap(plainEntries) };
}

/** A server or an app, with the `output` options that hold for its entries. */
export interface PlainOwner {
  readonly options: Options;
  readonly outputOptions: readonly unknown[];
  /** Empty where the model of the build says it. */
  readonly owner: readonly OwnerModel[];
}

/** The server, and its apps in the order of their list. */
export function plainOwners(serverClass: AnyClass): readonly [server: PlainOwner, ...apps: PlainOwner[]] {
  const server = declaredAs('server', serverClass);
  if (server === undefined) throw new ServiceError('INVALID_DECORATOR_METADATA', `${serverClass.name} is not a server`);
  const outputOptions = [server.options['output']];
  const apps = plainList(server.options, 'apps').flatMap((app) => declarationOf(app) ?? []);
  return [
    { options: server.options, outputOptions, owner: [] },
    ...apps.map(({ options }) => ({ options, outputOptions: [options['output'], ...outputOptions], owner: [] })),
  ];
}

/** Entries of the lists of one owner. */
export const plainEntries = ({ options, outputOptions, owner }: PlainOwner): CollectedEntry[] =>
  entryLists.flatMap(([list]) =>
    plainList(options, list).flatMap((item) => {
      const declaration = declarationOf(item);
      return declaration !== undefined && isEntryKind(declaration.kind)
        ? [{ kind: declaration.kind, owner, declaration, outputOptions }]
        : [];
    }),
  );

export function plainList(options: Options, list: string): readonly unknown[] {
  const value = options[list];
  return Array.isArray(value) ? value : [];
}

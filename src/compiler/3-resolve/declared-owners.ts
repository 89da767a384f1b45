import { kebabOf } from '@service/sdk/model';
import type { Declaration, Declarations } from '../model/declarations.ts';
import type { Span } from '../model/span.ts';
import { itemsOf, stringOf, valueOf } from './plain.ts';

/** Lists of an owner that hold what a person declares. */
export type OwnerList = 'apps' | 'tools' | 'resources' | 'prompts' | 'providers' | 'plugins';

/** One item of a list in the sources. */
export interface ListedPart {
  /** Class or constant. */
  readonly symbol: string;
  /** `name` of its options; absent when only running the sources decides it. */
  readonly name?: string;
  /** Relative to the project. */
  readonly file: string;
}

/** Where the server or one of its apps is declared, and what its lists hold. */
export interface DeclaredOwner {
  readonly kind: 'server' | 'app';
  /** `id` of an app; empty for the server. */
  readonly id: string;
  readonly symbol: string;
  /** The decorator or the builder call. */
  readonly call: Span;
  partsOf(list: OwnerList): readonly ListedPart[];
}

/** The server, then its apps in the order of registration; empty without a server. */
export function declaredOwners(declarations: Declarations): readonly DeclaredOwner[] {
  const [first] = declarations.servers;
  const server = first === undefined ? undefined : declarations.all.get(first);
  if (server === undefined) return [];
  const found = new Set<Declaration>();
  const collect = (owner: Declaration): void => {
    for (const app of listed(declarations, owner, 'apps')) {
      if (app.kind !== 'app' || found.has(app)) continue;
      found.add(app);
      collect(app);
    }
  };
  collect(server);
  return [describeOwner(declarations, server, 'server'), ...[...found].map((app) => describeOwner(declarations, app, 'app'))];
}

function describeOwner(declarations: Declarations, owner: Declaration, kind: DeclaredOwner['kind']): DeclaredOwner {
  const id = stringOf(valueOf(owner.options, 'id')) ?? kebabOf(stringOf(valueOf(owner.options, 'name')) ?? owner.name);
  const partsOf = (list: OwnerList): readonly ListedPart[] => listed(declarations, owner, list).map(partOf);
  return { kind, id: kind === 'server' ? '' : id, symbol: owner.name, call: owner.span, partsOf };
}

function partOf({ name: symbol, options, nameSpan }: Declaration): ListedPart {
  const name = stringOf(valueOf(options, 'name'));
  return { symbol, name, file: nameSpan.file };
}

function listed(declarations: Declarations, owner: Declaration, list: OwnerList): readonly Declaration[] {
  return itemsOf(valueOf(owner.options, list)).flatMap((item) => {
    const declaration = item.kind === 'declaration' ? declarations.all.get(item.id) : undefined;
    return declaration === undefined ? [] : [declaration];
  });
}

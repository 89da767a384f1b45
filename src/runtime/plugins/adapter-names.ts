import type { AnyClass } from '../define/index.ts';
import { ServiceError } from '../errors/index.ts';
import type { Collected } from '../entries/index.ts';

/** Who has a name: the same declaration opened twice, or mounted in several parts, is one server. */
interface Holder {
  readonly info: unknown;
  readonly server: string;
  uses: number;
}

/** A name is unique within its class and process, as documented; a name ends with the server that has it. */
let taken = new Map<AnyClass, Map<string, Holder>>();

/**
 * Takes the names of a server's adapters until the returned function gives them back.
 * @throws {ServiceError} INVALID_DECORATOR_METADATA for a name that another running server has
 */
export function takeAdapterNames({ adapterClasses, server: { options } }: Pick<Collected, 'adapterClasses' | 'server'>): () => void {
  const { info } = options;
  const held: { readonly names: Map<string, Holder>; readonly name: string; readonly holder: Holder }[] = [];
  const giveBack = (): void => {
    for (const { holder, name, names } of held.splice(0)) {
      holder.uses--;
      if (holder.uses === 0 && names.get(name) === holder) names.delete(name);
    }
  };
  for (const { name, target } of adapterClasses) {
    const names = taken.get(target) ?? new Map<string, Holder>();
    taken.set(target, names);
    const holder = names.get(name) ?? { info, server: serverName(info), uses: 0 };
    if (holder.info !== info) {
      giveBack();
      const cause = new Error(
        `the server "${holder.server}" of this process has it: name one of them otherwise, or close that server first`,
      );
      throw new ServiceError('INVALID_DECORATOR_METADATA', `Duplicate adapter name '${name}' for ${target.name}`, { cause });
    }
    holder.uses++;
    names.set(name, holder);
    held.push({ names, name, holder });
  }
  return giveBack;
}

/** Frees every adapter name: for tests that leave servers open. */
export function clearAdapterNames(): void {
  taken = new Map();
}

const serverName = (info: unknown): string => (typeof info === 'object' && info !== null && 'name' in info ? String(info.name) : 'server');

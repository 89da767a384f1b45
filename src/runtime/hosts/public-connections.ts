import type { LookupAddress, LookupOptions } from 'node:dns';
import { isPublicAddress } from '../web/public-address.ts';

/** All addresses of a name, as `lookup` of `node:dns` tells them. */
export type LookupAll = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  answer: (failure: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

type Answer = (failure: Error | null, address: string | readonly LookupAddress[], family?: number) => void;

/** `code` of the failure of a connection that is not made. */
export const addressNotPublic = 'ADDRESS_NOT_PUBLIC';

const systemLookup: LookupAll = (hostname, options, answer) => process.getBuiltinModule('node:dns').lookup(hostname, options, answer);

/**
 * Looks a name up for a connection: what is checked is what is called, so that no later answer can lead inside (DNS rebinding). One address
 * that is not public among others is refused too: which of them is called is not ours to choose.
 */
export const publicLookup =
  (lookup: LookupAll = systemLookup) =>
  (hostname: string, options: LookupOptions, answer: Answer): void =>
    lookup(hostname, { ...options, all: true }, (failure, addresses) => {
      const [first] = failure === null ? addresses : [];
      if (failure !== null) answer(failure, '');
      else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        answer(Object.assign(new Error(`${hostname} is not at a public address`), { code: addressNotPublic }), '');
      else if (options.all === true) answer(null, addresses);
      else answer(null, first.address, first.family);
    });

/** Where Node and the package undici keep what makes the connections of `fetch`; it is there once `fetch` or one of its classes was used. */
const dispatcherKey = Symbol.for('undici.globalDispatcher.1');

let publicDispatcher: unknown;

/**
 * What `fetch` gets beside its other options to connect to public addresses alone. Nothing where it cannot be told: workers have a flag for
 * it, and an author's own dispatcher, such as one for a proxy, decides itself where it connects.
 */
export function onlyPublicConnections(): object {
  const known: unknown = Reflect.get(globalThis, dispatcherKey);
  const Agent: unknown = typeof known === 'object' && known !== null ? known.constructor : undefined;
  if (typeof Agent !== 'function' || Agent.name !== 'Agent') return {};
  publicDispatcher ??= Reflect.construct(Agent, [{ connect: { lookup: publicLookup() } }]);
  return { dispatcher: publicDispatcher };
}

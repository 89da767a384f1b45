import type { HostedServer } from '../host.ts';
import type { ConnectOptions, InProcessClient } from './client.ts';
import type { DirectServer } from './direct-server.ts';
import { openDirect } from './open-direct.ts';
import { connectAlone } from './own-server.ts';

/** What a library of the target `sdk` exports. */
export interface Library {
  /** Opens the server; every call opens one of its own. */
  readonly createDirect: () => Promise<DirectServer>;
  /** A client of a server of its own, which ends with it. @param given a session id, or options */
  readonly connect: (given?: string | ConnectOptions) => Promise<InProcessClient>;
}

/** Hands a server to the program that imports it: nothing starts by itself. */
export const createLibrary = (hosted: HostedServer): Library => ({
  createDirect: () => openDirect(hosted),
  connect: async (given = {}) => connectAlone(await openDirect(hosted), given),
});

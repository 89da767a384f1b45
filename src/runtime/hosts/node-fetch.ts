import { calledPlatform } from './called-platform.ts';
import { createFetchHost, type FetchHandler } from './fetch.ts';
import type { HostedServer } from './host.ts';

/** A server as a web-standard handler inside a Node process. */
export const createNodeFetchHandler = (hosted: HostedServer): FetchHandler =>
  // A `Request` names no peer, and a header can be forged.
  createFetchHost(hosted, { ...calledPlatform(), peerAddress: () => undefined });

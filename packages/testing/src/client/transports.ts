import type { OpenConnection } from './connection.ts';
import { openModernHttp } from './modern-http.ts';
import { openSsePair } from './sse-pair.ts';
import { openStreamableHttp } from './streamable-http.ts';

/** Every way to a server. `modern` is 2026-07-28, which has one transport only. */
export const transports = {
  'streamable-http': openStreamableHttp,
  sse: openSsePair,
  modern: openModernHttp,
} as const satisfies Readonly<Record<string, OpenConnection>>;

export type TransportName = keyof typeof transports;
/** Transports of the client that `mcp` is. */
export type LegacyTransport = Exclude<TransportName, 'modern'>;

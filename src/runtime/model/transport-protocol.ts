import { isRecord } from '../std/index.ts';
import type { Json, JsonObject } from './json.ts';

/** Protocols for clients that open with `initialize`; every server serves 2026-07-28. */
export interface TransportProtocol {
  /** Preset that it started from. */
  readonly preset: string;
  readonly sessions: boolean;
  /** The old pair `/sse` and `/message`. */
  readonly legacyPair: boolean;
  /** Without it a request that names no session is served by itself. */
  readonly strictSession: boolean;
  /** Without sessions, clients that open with `initialize` are served all the same, each request by itself. */
  readonly sessionless?: true;
}

interface Preset {
  readonly sessions: boolean;
  /** Streams of the server's own: `streamable` and `sse` of the object form. */
  readonly streams: boolean;
  readonly legacyPair: boolean;
  readonly strictSession: boolean;
}
const legacy: Preset = { sessions: true, streams: true, legacyPair: true, strictSession: true };
const presets: Readonly<Record<string, Preset>> = {
  legacy,
  modern: { sessions: true, streams: true, legacyPair: false, strictSession: true },
  'stateless-api': { sessions: false, streams: false, legacyPair: false, strictSession: false },
  full: { sessions: true, streams: true, legacyPair: true, strictSession: false },
};

/** The one reading of `transport.protocol`, for the model: the build drops what it excludes, and an uncompiled server does not serve it. */
export function readTransportProtocol(protocol: Json | undefined, sessionMode: 'stateful' | 'stateless'): TransportProtocol {
  const flags: JsonObject = isRecord(protocol) ? protocol : {};
  const named = typeof protocol === 'string' ? protocol : flags['preset'];
  const preset = typeof named === 'string' && Object.hasOwn(presets, named) ? named : 'legacy';
  const row = presets[preset] ?? legacy;
  const flag = (key: string, otherwise: boolean): boolean => {
    const value = flags[key];
    return typeof value === 'boolean' ? value : otherwise;
  };
  const sessions = sessionMode === 'stateful' && !flag('stateless', !row.sessions);
  const pair = flag('legacy', row.legacyPair);
  const sessionless = !sessions && !pair && !flag('streamable', row.streams) && !flag('sse', row.streams);
  return {
    preset,
    sessions,
    legacyPair: sessions && pair,
    strictSession: flag('strictSession', row.strictSession),
    ...(sessionless ? { sessionless } : {}),
  };
}

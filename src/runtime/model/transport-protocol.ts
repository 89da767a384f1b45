import type { Json, JsonObject } from './json.ts';

/** What `transport` offers to clients that open with `initialize`; 2026-07-28 is served by every server. */
export interface TransportProtocol {
  /** Preset that it started from. */
  readonly preset: string;
  readonly sessions: boolean;
  /** The old pair `/sse` and `/message`. */
  readonly legacyPair: boolean;
  /** Without it a request that names no session is served by itself. */
  readonly strictSession: boolean;
}

type Preset = Omit<TransportProtocol, 'preset'>;
const legacy: Preset = { sessions: true, legacyPair: true, strictSession: true };
const presets: Readonly<Record<string, Preset>> = {
  legacy,
  modern: { sessions: true, legacyPair: false, strictSession: true },
  'stateless-api': { sessions: false, legacyPair: false, strictSession: false },
  full: { sessions: true, legacyPair: true, strictSession: false },
};

/** The one reading of `transport.protocol`, for the model: the build drops what it excludes, and an uncompiled server does not serve it. */
export function readTransportProtocol(protocol: Json | undefined, sessionMode: 'stateful' | 'stateless'): TransportProtocol {
  const flags: JsonObject = typeof protocol === 'object' && protocol !== null && !Array.isArray(protocol) ? protocol : {};
  const named = typeof protocol === 'string' ? protocol : flags['preset'];
  const preset = typeof named === 'string' && Object.hasOwn(presets, named) ? named : 'legacy';
  const row = presets[preset] ?? legacy;
  const flag = (key: string, otherwise: boolean): boolean => {
    const value = flags[key];
    return typeof value === 'boolean' ? value : otherwise;
  };
  const sessions = sessionMode === 'stateful' && !flag('stateless', !row.sessions);
  return {
    preset,
    sessions,
    legacyPair: sessions && flag('legacy', row.legacyPair),
    strictSession: flag('strictSession', row.strictSession),
  };
}

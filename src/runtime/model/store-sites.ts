import type { Json, JsonObject } from './json.ts';
import type { ServerOptionsModel } from './server-model.ts';

export type StoreKind = 'redis' | 'http-kv' | 'sqlite';

/** One place of the options that asks for a store. */
export interface StoreSite {
  /** Dotted path. */
  readonly path: string;
  readonly kind: StoreKind;
}

/** Every store that a server's options ask for, wherever it stands (`redis`, `auth.tokenStorage.redis`, `throttle.storage.sqlite`, …). */
export function storeSites({ rest, transport }: ServerOptionsModel): readonly StoreSite[] {
  const { persistence } = transport;
  return sitesIn(persistence === undefined ? rest : { ...rest, transport: { persistence } }, '');
}

function sitesIn(options: JsonObject, prefix: string): StoreSite[] {
  return Object.entries(options).flatMap(([key, value]) => {
    if (!isObject(value)) return [];
    const path = prefix + key;
    if (key === 'redis' || key === 'pubsub')
      return [{ path, kind: value['provider'] === 'http-kv' ? ('http-kv' as const) : ('redis' as const) }];
    return key === 'sqlite' ? [{ path, kind: 'sqlite' as const }] : sitesIn(value, `${path}.`);
  });
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

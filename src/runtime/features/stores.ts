import { ServerStores, type StoreDrivers } from '../storage/server-stores.ts';
import { defineFeature } from './application/define-feature.ts';

/** What stores need around their drivers: one connection for equal options, records that name their server, probes. */
export const stores = defineFeature('stores', ({ storeDrivers = [], ...parts }) => {
  const drivers = storeDrivers.reduce<StoreDrivers>((all, one) => ({ ...all, ...one }), {});
  const kept = new ServerStores(parts, drivers);
  return { provides: { stores: kept }, connections: kept };
});

import { jwks as jwksEndpoint, makePublicKey } from '../auth/server/endpoints/jwks.ts';
import type { MakeKey } from '../auth/server/endpoints/jwks.ts';
import type { JsonObject } from '../model/index.ts';
import type { Logger } from '../std/index.ts';
import type { ApplicationParts } from './application/application-parts.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';

/** Gives the key of the last run, else makes one and keeps it for the next. */
export type KeepKey = (make: MakeKey, logger: Logger) => Promise<JsonObject>;

/** The key of `/.well-known/jwks.json`, which lives as long as the process. Hosts on Node keep it. */
export const jwks: FeatureFactory = (parts): Feature => createJwks(parts);

/** @param keep never asked in production */
export function createJwks({ signIn }: ApplicationParts, keep?: KeepKey): Feature {
  signIn.push(({ logger, production }) => ({
    endpoints: [jwksEndpoint(keep === undefined || production ? makePublicKey : () => keep(makePublicKey, logger))],
  }));
  return { name: 'jwks' };
}

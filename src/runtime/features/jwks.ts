import { jwks as jwksEndpoint, makePublicKey, type MakeKey } from '../auth/server/endpoints/jwks.ts';
import type { SignInExtension } from '../auth/server/sign-in/sign-in-extensions.ts';
import type { JsonObject } from '../model/index.ts';
import type { Logger } from '../std/index.ts';
import { defineFeature, type FeatureOutput } from './application/define-feature.ts';

/** Gives the key of the last run, else makes one and keeps it for the next. */
export type KeepKey = (make: MakeKey, logger: Logger) => Promise<JsonObject>;

/** The key of `/.well-known/jwks.json`, which lives as long as the process. Hosts on Node keep it. */
export const jwks = defineFeature('jwks', () => createJwks());

/** @param keep never asked in production */
export function createJwks(keep?: KeepKey): FeatureOutput<'jwks'> {
  const signIn: SignInExtension = ({ logger, production }) => ({
    endpoints: [jwksEndpoint(keep === undefined || production ? makePublicKey : () => keep(makePublicKey, logger))],
  });
  return { contributes: { signIn } };
}

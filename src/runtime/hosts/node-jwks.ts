import { createJwks } from '../features/jwks.ts';
import type { FeatureFactory } from '../features/application/feature.ts';
import { keepPublicKey } from './kept-key.ts';

/** On Node, outside production, the key outlives the process: `.service/keys/jwks.json` in the working directory. */
export const jwks: FeatureFactory = (parts) => createJwks(parts, keepPublicKey);

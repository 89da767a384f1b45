import { createJwks } from '../features/jwks.ts';
import { defineFeature } from '../features/application/define-feature.ts';
import { keepPublicKey } from './kept-key.ts';

/** On Node, outside production, the key outlives the process: `.service/keys/jwks.json` in the working directory. */
export const jwks = defineFeature('jwks', () => createJwks(keepPublicKey));

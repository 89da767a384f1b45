import { guessMediaType } from '../mcp/call/guess-media-type.ts';
import { defineFeature } from './application/define-feature.ts';

/** Resources that say no media type: it is guessed from their URI and their text. */
export const mediaTypes = defineFeature('media-types', () => ({}), { callServices: { guessMediaType } });

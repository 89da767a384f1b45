import { checkLibrarySchema } from '../entries/index.ts';
import { defineFeature } from './application/define-feature.ts';

/** Schemas that run as they are written, because the build could not turn them into tables. */
export const librarySchemas = defineFeature('library-schemas', () => ({}), { assembly: { checkLibrarySchema } });

import { createCimd } from '../features/cimd.ts';
import { defineFeature } from '../features/application/define-feature.ts';
import { createNodeDocumentFetch } from './node-document-fetch.ts';

/** Clients named by the address of their metadata document: on Node the address that was checked is the one that is called. */
export const cimd = defineFeature('cimd', (parts) => createCimd(parts, createNodeDocumentFetch()));

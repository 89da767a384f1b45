import { createCimd } from '../features/cimd.ts';
import type { FeatureFactory } from '../features/application/feature.ts';
import { createNodeDocumentFetch } from './node-document-fetch.ts';

/** Clients named by the address of their metadata document: on Node the address that was checked is the one that is called. */
export const cimd: FeatureFactory = (parts) => createCimd(parts, createNodeDocumentFetch());

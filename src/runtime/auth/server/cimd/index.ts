/** Clients that are known by the address of a document about them. */
export { readCimdOptions } from './cimd-options.ts';
export { createCimdSource } from './create-cimd-source.ts';
export { createEdgeDocumentFetch } from './edge-document-fetch.ts';

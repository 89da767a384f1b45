/** Clients that are known by the address of a document about them. */
export { readCimdOptions } from './cimd-options.ts';
export { createCimdSource } from './create-cimd-source.ts';
export { MemoryDocumentCache } from './document-cache.ts';
export type { DocumentCache } from './document-cache.ts';
export { createEdgeDocumentFetch } from './edge-document-fetch.ts';
export { SharedDocumentCache } from './shared-document-cache.ts';

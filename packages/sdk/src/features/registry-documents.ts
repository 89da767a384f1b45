export { registryDocuments, registryDocumentsOf } from '../../../../src/runtime/features/registry-documents.ts';

import { describeRegistry, type RegistryDocuments } from '../model/registry-documents.ts';
import type { ApplicationCore } from './application/application-core.ts';
import { defineFeature } from './application/define-feature.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';
import { registryRoutes } from './registry/registry-routes.ts';

/** Documents that a build described: domain proof, server card and catalog (option `registry`). */
export const registryDocumentsOf = (documents: RegistryDocuments): FeatureFactory =>
  defineFeature('registry-documents', (parts) => (parts.runtime.declared.registry === undefined ? {} : serve(documents, parts)));

/** The same where the options are read at start. */
export const registryDocuments = /* @__PURE__ */ defineFeature('registry-documents', (parts) => {
  const { info, options } = parts.runtime.model;
  const documents = describeRegistry(info, options.rest['registry']);
  return documents === undefined ? {} : serve(documents, parts);
});

const serve = (documents: RegistryDocuments, parts: ApplicationCore): Feature => ({
  routes: registryRoutes(documents, parts),
});

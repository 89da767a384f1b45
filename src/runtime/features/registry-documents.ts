import { withReadableHost } from '../http/guards/readable-host.ts';
import { describeRegistry, type RegistryDocuments } from '../model/registry-documents.ts';
import type { ApplicationParts } from './application/application-parts.ts';
import type { Feature, FeatureFactory } from './application/feature.ts';
import { registryRoutes } from './registry/registry-routes.ts';

/** Documents that a build described: domain proof, server card and catalog (option `registry`). */
export const registryDocumentsOf =
  (documents: RegistryDocuments): FeatureFactory =>
  (parts): Feature =>
    parts.runtime.declared['registry'] === undefined ? { name: 'registry-documents' } : serve(documents, parts);

/** The same where the options are read at start. */
export const registryDocuments: FeatureFactory = (parts): Feature => {
  const { info, options } = parts.runtime.model;
  const documents = describeRegistry(info, options.rest['registry']);
  return documents === undefined ? { name: 'registry-documents' } : serve(documents, parts);
};

const serve = (documents: RegistryDocuments, parts: ApplicationParts): Feature => ({
  name: 'registry-documents',
  aroundRoutes: withReadableHost(parts.http),
  routes: registryRoutes(documents, parts),
});

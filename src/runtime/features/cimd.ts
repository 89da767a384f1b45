import { createCimdSource, createEdgeDocumentFetch, MemoryDocumentCache, readCimdOptions } from '../auth/server/cimd/index.ts';
import type { DocumentFetch } from '../web/document-fetch.ts';
import { defineFeature, type FeatureInput, type FeatureOutput } from './application/define-feature.ts';
import type { SignInExtension } from '../auth/server/sign-in/sign-in-extensions.ts';
import { issuingOptions } from './sign-in/issuing-options.ts';

/** Clients named by the address of their metadata document, where the platform cannot resolve names. Hosts on Node bring their own. */
export const cimd = defineFeature('cimd', (parts) => createCimd(parts));

/** @param fetch of documents at addresses that strangers name; the platform's own `fetch` when not given, with the rules for platforms that cannot resolve names */
export function createCimd({ clientDocuments, runtime }: FeatureInput<'cimd'>, fetch?: DocumentFetch): FeatureOutput<'cimd'> {
  const auth = issuingOptions(runtime);
  const options = readCimdOptions(auth?.cimd);
  if (options.allowInsecure)
    runtime.logger.warn('auth.cimd.security.allowInsecureForTesting is on: client metadata is fetched from anywhere');
  const allowed = auth?.mode === 'local' ? auth.dcr?.allowedClientIds : undefined;
  if (options.enabled && allowed !== undefined && options.allowedDomains === undefined)
    runtime.logger.warn(
      'auth.dcr.allowedClientIds does not hold for clients named by a URL: list their hosts in auth.cimd.security.allowedDomains',
    );
  const cache = clientDocuments ?? new MemoryDocumentCache(runtime.now);
  const signIn: SignInExtension = (parts) => ({
    clientSources: [
      createCimdSource({ options, cache, fetch: fetch ?? createEdgeDocumentFetch(parts.fetch), clock: parts.clock, logger: parts.logger }),
    ],
    ...(options.enabled ? { metadata: () => ({ client_id_metadata_document_supported: true }) } : {}),
  });
  return { contributes: { signIn } };
}

import { anonymousGrant } from './anonymous-grant.ts';
import type { FeatureFactory } from './application/feature.ts';
import { authProviders } from './auth-providers.ts';
import { authUi } from './auth-ui.ts';
import { authorities } from './authorities.ts';
import { availability } from './availability.ts';
import { awaitedProviders } from './awaited-providers.ts';
import { buildVariants } from './build-variants.ts';
import { changeNotices } from './change-notices.ts';
import { changingEntries } from './changing-entries.ts';
import { cimdCache } from './cimd-cache.ts';
import { cimd } from './cimd.ts';
import { clientCapabilities } from './client-capabilities.ts';
import { completers } from './completers.ts';
import { consent } from './consent.ts';
import { contentResults } from './content-results.ts';
import { credentialVault } from './credential-vault.ts';
import { elicitationFallback } from './elicitation-fallback.ts';
import { eventStore } from './event-store.ts';
import { federated } from './federated.ts';
import { highAvailability } from './high-availability.ts';
import { httpOptions } from './http-options.ts';
import { incrementalAuth } from './incremental-auth.ts';
import { innerCalls } from './inner-calls.ts';
import { jwks } from './jwks.ts';
import { legacySse } from './legacy-sse.ts';
import { librarySchemas } from './library-schemas.ts';
import { listedResources } from './listed-resources.ts';
import { localAuth } from './local-auth.ts';
import { logSinks } from './log-sinks.ts';
import { mediaTypes } from './media-types.ts';
import { metrics } from './metrics.ts';
import { nonFiniteNumbers } from './non-finite-numbers.ts';
import { openSchemas } from './open-schemas.ts';
import { pagedLists } from './paged-lists.ts';
import { paramHeaders } from './param-headers.ts';
import { pluginHost } from './plugin-host.ts';
import { plugins } from './plugins.ts';
import { providers } from './providers.ts';
import { publicAccess } from './public-access.ts';
import { publicAuth } from './public-auth.ts';
import { rawSchemas } from './raw-schemas.ts';
import { readiness } from './readiness.ts';
import { registryDocuments } from './registry-documents.ts';
import { remoteAuth } from './remote-auth.ts';
import { requestContext } from './request-context.ts';
import { requestLogs } from './request-logs.ts';
import { resourceTemplates } from './resource-templates.ts';
import { revocation } from './revocation.ts';
import { rounds } from './rounds.ts';
import { routes } from './routes.ts';
import { secureStore } from './secure-store.ts';
import { sessionTasks } from './session-tasks.ts';
import { sessionless } from './sessionless.ts';
import { sessionObjects } from './session-objects.ts';
import { sessions } from './sessions.ts';
import { sharedConcurrency } from './shared-concurrency.ts';
import { sharedState } from './shared-state.ts';
import { sharedTasks } from './shared-tasks.ts';
import { skills } from './skills.ts';
import { splitByApp } from './split-by-app.ts';
import { staticAuth } from './static-auth.ts';
import { storageDurableObject } from './storage-durable-object.ts';
import { storageHttpKv } from './storage-http-kv.ts';
import { storageMemory } from './storage-memory.ts';
import { storageWorkerKv } from './storage-worker-kv.ts';
import { stores } from './stores.ts';
import { tasks } from './tasks.ts';
import { telemetry } from './telemetry.ts';
import { throttle } from './throttle.ts';
import { transparentAuth } from './transparent-auth.ts';
import { unplannedOptions } from './unplanned-options.ts';
import { featureTable, type FeatureName } from './table.ts';

/** The store in a file is a package of its own, which the SDK never imports; Redis is reached over TCP, and a folder needs a disk. */
type PortableFeature = Exclude<FeatureName, 'storage-sqlite' | 'storage-redis' | 'storage-filesystem'>;

/** Features that run on every platform, for uncompiled use. */
export const portableFeatures: Readonly<Record<PortableFeature, FeatureFactory>> = {
  'unplanned-options': unplannedOptions,
  providers,
  plugins,
  'awaited-providers': awaitedProviders,
  'resource-templates': resourceTemplates,
  'media-types': mediaTypes,
  'library-schemas': librarySchemas,
  'open-schemas': openSchemas,
  'raw-schemas': rawSchemas,
  'content-results': contentResults,
  'non-finite-numbers': nonFiniteNumbers,
  'request-context': requestContext,
  'client-capabilities': clientCapabilities,
  'inner-calls': innerCalls,
  'change-notices': changeNotices,
  completers,
  'paged-lists': pagedLists,
  availability,
  'build-variants': buildVariants,
  'http-options': httpOptions,
  'storage-http-kv': storageHttpKv,
  'storage-durable-object': storageDurableObject,
  'storage-worker-kv': storageWorkerKv,
  'storage-memory': storageMemory,
  stores,
  'plugin-host': pluginHost,
  'shared-state': sharedState,
  'shared-tasks': sharedTasks,
  'shared-concurrency': sharedConcurrency,
  'high-availability': highAvailability,
  telemetry,
  'log-sinks': logSinks,
  'request-logs': requestLogs,
  'event-store': eventStore,
  'session-objects': sessionObjects,
  sessions,
  sessionless,
  'legacy-sse': legacySse,
  'param-headers': paramHeaders,
  skills,
  'listed-resources': listedResources,
  'elicitation-fallback': elicitationFallback,
  'session-tasks': sessionTasks,
  tasks,
  'changing-entries': changingEntries,
  throttle,
  routes,
  'registry-documents': registryDocuments,
  metrics,
  readiness,
  rounds,
  authorities,
  'public-access': publicAccess,
  'credential-vault': credentialVault,
  'auth-providers': authProviders,
  'split-by-app': splitByApp,
  'public-auth': publicAuth,
  'static-auth': staticAuth,
  'transparent-auth': transparentAuth,
  jwks,
  'cimd-cache': cimdCache,
  cimd,
  'auth-ui': authUi,
  federated,
  'incremental-auth': incrementalAuth,
  consent,
  'secure-store': secureStore,
  'anonymous-grant': anonymousGrant,
  revocation,
  'local-auth': localAuth,
  'remote-auth': remoteAuth,
};

/** Of these, all that the table has, in its order. */
export const inOrder = (given: Readonly<Partial<Record<FeatureName, FeatureFactory>>>): readonly FeatureFactory[] =>
  featureTable.flatMap(({ name }) => given[name] ?? []);

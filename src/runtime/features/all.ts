import { anonymousGrant } from './anonymous-grant.ts';
import { buildVariants } from './build-variants.ts';
import { cimd } from './cimd.ts';
import { cimdCache } from './cimd-cache.ts';
import { authorities } from './authorities.ts';
import { authProviders } from './auth-providers.ts';
import { authUi } from './auth-ui.ts';
import { publicAccess } from './public-access.ts';
import { publicAuth } from './public-auth.ts';
import { splitByApp } from './split-by-app.ts';
import { staticAuth } from './static-auth.ts';
import { remoteAuth } from './remote-auth.ts';
import { transparentAuth } from './transparent-auth.ts';
import { consent } from './consent.ts';
import { credentialVault } from './credential-vault.ts';
import { secureStore } from './secure-store.ts';
import { elicitationFallback } from './elicitation-fallback.ts';
import { eventStore } from './event-store.ts';
import type { FeatureFactory } from './application/feature.ts';
import { httpOptions } from './http-options.ts';
import { highAvailability } from './high-availability.ts';
import { federated } from './federated.ts';
import { localAuth } from './local-auth.ts';
import { incrementalAuth } from './incremental-auth.ts';
import { jwks } from './jwks.ts';
import { legacySse } from './legacy-sse.ts';
import { paramHeaders } from './param-headers.ts';
import { readiness } from './readiness.ts';
import { rounds } from './rounds.ts';
import { logSinks } from './log-sinks.ts';
import { metrics } from './metrics.ts';
import { requestLogs } from './request-logs.ts';
import { routes } from './routes.ts';
import { revocation } from './revocation.ts';
import { sessionless } from './sessionless.ts';
import { sessionTasks } from './session-tasks.ts';
import { sessions } from './sessions.ts';
import { sharedPlaces } from './shared-places.ts';
import { sharedState } from './shared-state.ts';
import { sharedTasks } from './shared-tasks.ts';
import { skills } from './skills.ts';
import { storageHttpKv } from './storage-http-kv.ts';
import { storageRedis } from './storage-redis.ts';
import { tasks } from './tasks.ts';
import { telemetry } from './telemetry.ts';
import { throttle } from './throttle.ts';
import { unplannedOptions } from './unplanned-options.ts';

/** Every feature; for uncompiled use, where nothing has been planned. */
export const allFeatures: readonly FeatureFactory[] = [
  unplannedOptions,
  buildVariants,
  httpOptions,
  storageRedis,
  storageHttpKv,
  sharedState,
  sharedPlaces,
  sharedTasks,
  highAvailability,
  telemetry,
  logSinks,
  requestLogs,
  authorities,
  authProviders,
  publicAccess,
  publicAuth,
  splitByApp,
  staticAuth,
  transparentAuth,
  readiness,
  rounds,
  eventStore,
  sessionless,
  sessions,
  legacySse,
  paramHeaders,
  skills,
  elicitationFallback,
  sessionTasks,
  tasks,
  throttle,
  routes,
  metrics,
  jwks,
  cimdCache,
  cimd,
  authUi,
  federated,
  incrementalAuth,
  consent,
  secureStore,
  credentialVault,
  anonymousGrant,
  revocation,
  localAuth,
  remoteAuth,
];

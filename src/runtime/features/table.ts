/**
 * Every feature, in the one order that servers have them in, compiled or not. Of features around the same thing (a request, the endpoint, a
 * call of a tool) the first is the outermost. The plan of a build decides which of them a bundle imports.
 */
export const featureNames = [
  'unplanned-options',
  'build-variants',
  'http-options',
  // Drivers of stores: every later feature finds them.
  'storage-redis',
  'storage-http-kv',
  'storage-sqlite',
  'shared-state',
  'shared-tasks',
  'shared-places',
  // Around the sessions that shared state keeps, and before whatever answers a request.
  'high-availability',
  // Its spans hold whatever the later features do.
  'telemetry',
  'log-sinks',
  'request-logs',
  'event-store',
  'sessions',
  'sessionless',
  'legacy-sse',
  'param-headers',
  'skills',
  // Around tasks: a call that runs again with its answer passes everything that the first one passed.
  'elicitation-fallback',
  // Before the feature whose tasks it serves.
  'session-tasks',
  'tasks',
  'throttle',
  'routes',
  'registry-documents',
  'metrics',
  'readiness',
  'rounds',
  'authorities',
  'public-access',
  'auth-providers',
  'split-by-app',
  'public-auth',
  'static-auth',
  'transparent-auth',
  // Parts of signing in. What signs people in puts them together, so it is last.
  'jwks',
  'cimd-cache',
  'cimd',
  'auth-ui',
  'federated',
  'incremental-auth',
  'consent',
  'secure-store',
  'credential-vault',
  'anonymous-grant',
  'revocation',
  'local-auth',
  'remote-auth',
] as const;

export type FeatureName = (typeof featureNames)[number];

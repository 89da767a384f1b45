import { configInvalid, ServiceError } from '../errors/index.ts';
import { optionSteps } from '../mcp/assembly/assemble.ts';
import type { McpServer } from '../mcp/protocol.ts';
import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import { asksForTracing } from '../options/asks-for-tracing.ts';
import { valueAt } from '../options/value-at.ts';
import type { Feature, NamedFeature } from './application/feature.ts';
import { defineFeature } from './application/define-feature.ts';
import { declaredAs } from '../define/index.ts';

/**
 * Where options are decided at start: reads and checks them, and refuses those whose features the build did not see. A server whose sources
 * decide every option does without; `surround.ts` refuses callers of a server that declares `auth` and has no guard in any case.
 */
export const unplannedOptions = defineFeature(
  'unplanned-options',
  ({ mcp, runtime }) => ({
    checkFeatures(features) {
      checkEras(mcp, features);
      checkPlanned(runtime, features);
    },
  }),
  { assembly: { options: optionSteps } },
);

interface Planned {
  readonly option: string;
  readonly feature: string;
  /** Whether what is written asks for the feature. */
  readonly asked: (value: unknown) => boolean;
}

const isSet = (value: unknown): boolean => value !== undefined;
const isOn = (value: unknown): boolean => valueAt(value, 'enabled') === true;
const isGiven = (value: unknown): boolean => typeof value === 'object' && value !== null && valueAt(value, 'enabled') !== false;

/**
 * Options that a feature stands for: seen at run time only, the build could not know of them. Those that guard something come first: without
 * its guard an open server is not what its author wrote.
 */
const standsFor: readonly Planned[] = [
  ...['local', 'remote', 'static', 'transparent', 'public'].map((mode) => ({
    option: 'auth.mode',
    feature: `${mode}-auth`,
    asked: (value: unknown) => value === mode,
  })),
  { option: 'auth.consent', feature: 'consent', asked: isOn },
  { option: 'auth.incrementalAuth', feature: 'incremental-auth', asked: isGiven },
  { option: 'auth.providers', feature: 'federated', asked: (value) => Array.isArray(value) && value.length > 0 },
  { option: 'auth.ui', feature: 'auth-ui', asked: isSet },
  { option: 'auth.extras', feature: 'auth-ui', asked: isSet },
  { option: 'auth.publicAccess', feature: 'public-access', asked: isSet },
  { option: 'auth.allowDefaultPublic', feature: 'anonymous-grant', asked: (value) => value === true },
  { option: 'auth.revocation', feature: 'revocation', asked: (value) => value === true },
  { option: 'authorities', feature: 'authorities', asked: isSet },
  { option: 'redis', feature: 'shared-state', asked: isSet },
  { option: 'sqlite', feature: 'shared-state', asked: isSet },
  { option: 'transport.persistence', feature: 'shared-state', asked: (value) => typeof value === 'object' },
  { option: 'sessions', feature: 'session-objects', asked: isSet },
  { option: 'skillIndex', feature: 'skill-index', asked: isSet },
  { option: 'transport.distributedMode', feature: 'high-availability', asked: (value) => value === true || value === 'auto' },
  { option: 'elicitation.redis', feature: 'shared-state', asked: isSet },
  { option: 'elicitation.fallbackTool', feature: 'elicitation-fallback', asked: (value) => value === true },
  { option: 'tasks.redis', feature: 'shared-tasks', asked: isSet },
  { option: 'tasks.sqlite', feature: 'shared-tasks', asked: isSet },
  { option: 'throttle.storage', feature: 'shared-concurrency', asked: (value) => typeof value === 'object' },
  { option: 'throttle', feature: 'throttle', asked: isSet },
  { option: 'registry', feature: 'registry-documents', asked: isSet },
  { option: 'metrics', feature: 'metrics', asked: isSet },
  { option: 'observability', feature: 'telemetry', asked: asksForTracing },
  { option: 'observability.requestLogs', feature: 'request-logs', asked: (value) => value === true },
  { option: 'observability.requestLogs.onRequestComplete', feature: 'request-logs', asked: isSet },
  { option: 'observability.logging.sinks', feature: 'log-sinks', asked: isSet },
  { option: 'logging.transports', feature: 'log-sinks', asked: (value) => Array.isArray(value) && value.length > 0 },
];

/** Apps that are to be served apart: together they would share their callers. */
function splits({ apps, splitByApp }: ServerRuntime['declared']): boolean {
  const own = (Array.isArray(apps) ? apps : []).some((app: unknown) => {
    const { auth, standalone = false } = declaredAs('app', app)?.options ?? {};
    return auth !== undefined || standalone !== false;
  });
  return own || splitByApp === true;
}

/** @throws {ServiceError} CONFIG_INVALID for options whose features are not in the bundle */
function checkPlanned({ declared, model, registry }: ServerRuntime, features: readonly NamedFeature[]): void {
  const names = new Set(features.map(({ name }) => name));
  const missing = standsFor.flatMap(({ asked, feature, option }) =>
    names.has(feature) || !asked(valueAt(declared, option)) ? [] : [option],
  );
  if (!names.has('authorities')) {
    const entries = [...registry.tools, ...registry.resources, ...registry.templates, ...registry.prompts];
    const guarded = entries.find(({ declaration: { options } }) => options['authorities'] !== undefined);
    if (guarded !== undefined) missing.push(`authorities of ${guarded.model.kind} "${guarded.model.listedName}"`);
  }
  const needing = registry.tools.find(({ declaration: { options } }) => options['authProviders'] !== undefined);
  if (needing !== undefined && !names.has('auth-providers')) missing.push(`authProviders of tool "${needing.model.listedName}"`);
  if (!names.has('split-by-app') && splits(declared)) missing.push('splitByApp, standalone or auth of an app');
  if (model.options.http.routes.length > 0 && !names.has('routes')) missing.push('http.routes');
  if (model.options.transport.eventStore !== undefined && !names.has('event-store')) missing.push('transport.eventStore');
  if (missing.length === 0) return;
  const problem = `${missing.join(' and ')} was not there when the server was built: set it unconditionally and build again, or list the texts of the variable that decides it in build.variants`;
  throw configInvalid(problem);
}

/** A revision that opens with `initialize` and the feature that serves it come together or not at all; a plan always brings both. */
function checkEras({ sessionRevisions }: McpServer, features: readonly Feature[]): void {
  const served = features.some((feature) => feature.sessionTransport !== undefined);
  if (served === sessionRevisions.length > 0) return;
  const problem = served
    ? 'the features "sessions" and "sessionless" need a revision that opens with "initialize"'
    : 'revisions that open with "initialize" need the feature "sessions" or "sessionless"';
  throw new ServiceError('CONFIG_INVALID', problem, { status: 500, expose: true });
}

import { checkServices } from '@service/sdk/features/service-faults';
import { featureTable, type FeatureName } from '@service/sdk/features/table';
import {
  declaredAuths,
  isJsonObject,
  type Json,
  mayBeTask,
  type StoreKind,
  type StoreSite,
  storeSites,
  taskStoreOf,
} from '@service/sdk/model';
import { asksForTracing } from '@service/sdk/options';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { PlannedFeature } from '../compile-types.ts';
import { type FeatureRule, type FeatureRules, fromOpenList, type OtherModel, type PlanContext } from './feature-rule.ts';
import { callRules } from './call-features.ts';
import { issuingRules, signInRules } from './sign-in-features.ts';

const storage = (kind: StoreKind | 'memory'): FeatureRule => ({
  when: ({ server }, context) => {
    const sites = storeSites(server);
    const site = sites.find((found) => found.kind === kind);
    if (site !== undefined) return `${nameOfSite(site)} is a ${kind} store`;
    const open = autoKinds(context).has(kind) ? sites.find((found) => found.kind === 'auto' || found.kind === 'any') : undefined;
    return open === undefined ? undefined : `${nameOfSite(open)} may become a ${kind} store at start`;
  },
});

const nameOfSite = ({ label, path }: StoreSite): string => (label === '@Service' ? path : `${path} of ${label}`);

/** What `auto` may find on a platform. */
function autoKinds(context: PlanContext): ReadonlySet<string> {
  if (context.platform !== 'node') return new Set(['http-kv', 'durable-object', 'memory']);
  return new Set(['redis', 'http-kv', 'memory', ...(staysRunning(context) ? ['filesystem'] : [])]);
}

/** Where sessions and what else instances share are kept. */
const sharedSites = new Set([
  'redis',
  'sqlite',
  'sessions',
  'elicitation.redis',
  'transport.persistence.redis',
  'transport.persistence.sqlite',
]);
const limitSites = new Set(['throttle.storage.redis', 'throttle.storage.sqlite']);

/** Whether the sources limit how many calls run at once. */
function limitsConcurrency({ facts, server }: CompiledModel, { dynamicOptions }: PlanContext): boolean {
  const { live, rest } = server.options;
  const { throttle } = rest;
  const own = isJsonObject(throttle) ? throttle : {};
  return (
    dynamicOptions !== undefined ||
    own['globalConcurrency'] !== undefined ||
    own['defaultConcurrency'] !== undefined ||
    live.some((path) => path.startsWith('throttle.')) ||
    server.tools.some(({ id, limited }) => limited === true && facts[id]?.ratedOnly !== true)
  );
}

/** Drivers of stores, and what is kept in them. */
const storageRules = {
  'storage-redis': storage('redis'),
  'storage-http-kv': storage('http-kv'),
  'storage-durable-object': storage('durable-object'),
  'storage-worker-kv': storage('worker-kv'),
  'storage-filesystem': storage('filesystem'),
  'storage-memory': storage('memory'),
  // The package is the user's to install; the SDK never imports it.
  'storage-sqlite': { ...storage('sqlite'), printed: 'service:storage-sqlite' },
  stores: {
    when: ({ server }) => {
      const [site] = storeSites(server);
      return site === undefined ? undefined : `${nameOfSite(site)} is kept in a store`;
    },
  },
  'plugin-host': {
    when: ({ server }, context) =>
      server.plugins[0] === undefined ? fromOpenList(context, 'plugins') : `plugin ${server.plugins[0].name} starts with the server`,
  },
  'shared-state': {
    when: ({ server }) => {
      const site = storeSites(server).find(({ path }) => sharedSites.has(path));
      return site === undefined ? undefined : `${site.path} keeps what instances share`;
    },
  },
  'shared-tasks': {
    when: ({ server }) => {
      const site = taskStoreOf(server);
      const isAsked = site?.path.startsWith('tasks.') === true || server.tools.some(mayBeTask);
      return site === undefined || !isAsked ? undefined : `${site.path} keeps tasks`;
    },
  },
  'shared-concurrency': {
    when: (model, context) => {
      const site = storeSites(model.server).find(({ path }) => limitSites.has(path));
      return site === undefined || !limitsConcurrency(model, context) ? undefined : `${site.path} counts how many run at once`;
    },
  },
  'high-availability': {
    onNode: '@service/sdk/hosts/node-high-availability',
    when: ({ server }, { distributed }) => {
      if (distributed === true) return 'the deployment is distributed';
      const { distributedMode } = server.options.transport;
      return distributedMode === undefined ? undefined : `transport.distributedMode is ${distributedMode}`;
    },
  },
} satisfies Partial<FeatureRules>;

type Auth = Readonly<Record<string, unknown>>;

/** `auth` of the server and of apps that have their own. */
const authsOf = ({ server }: CompiledModel): readonly Auth[] => declaredAuths(server).map(({ options }) => options);

const forMode = (mode: string): FeatureRule => ({
  when: (model) => (authsOf(model).some((auth) => auth['mode'] === mode) ? `auth.mode is ${mode}` : undefined),
});

/** Authentication and authorization. */
const accessRules = {
  authorities: {
    when: ({ server }, context) => {
      if (server.options.rest['authorities'] !== undefined) return 'authorities says what callers have';
      const entries = [...server.tools, ...server.resources, ...server.resourceTemplates, ...server.prompts];
      const guarded = entries.find(({ authorities }) => authorities !== undefined);
      if (guarded !== undefined) return `${guarded.kind} ${guarded.name} is guarded`;
      return fromOpenList(context, 'tools', 'resources', 'resourceTemplates', 'prompts');
    },
  },
  'public-access': {
    when: (model) =>
      authsOf(model).some((auth) => auth['publicAccess'] !== undefined)
        ? 'auth.publicAccess says what anonymous callers may use'
        : undefined,
  },
  'auth-providers': {
    when: ({ server: { authProviders = [] } }) => (authProviders[0] === undefined ? undefined : `authProviders make ${authProviders[0]}`),
  },
  'split-by-app': {
    when: ({ server }) => {
      if (server.options.rest['splitByApp'] === true) return 'splitByApp gives every app an endpoint';
      const [scope] = server.scopes ?? [];
      return scope === undefined ? undefined : `app ${scope.app} has an endpoint of its own`;
    },
  },
  'public-auth': forMode('public'),
  'static-auth': forMode('static'),
  'transparent-auth': forMode('transparent'),
} satisfies Partial<FeatureRules>;

const protocolOf = ({ server }: CompiledModel) => server.options.transport;

/** `logging.transports`, or sinks that are not only the console. */
function hasSinks({ live, rest }: CompiledModel['server']['options']): boolean {
  const { observability } = rest;
  const logging = isJsonObject(observability) ? observability['logging'] : undefined;
  return (
    live.includes('logging.transports') || live.includes('observability.logging.sinks') || (isJsonObject(logging) && 'sinks' in logging)
  );
}

const hasSessionObjects = ({ server }: CompiledModel): boolean => server.options.rest['sessions'] !== undefined;

const logsRequests = (observability: Json | undefined): boolean => isJsonObject(observability) && observability['requestLogs'] === true;

/** What of HTTP no variable decides, or decides only where the code does not. */
function httpOptionOf({ http, live, rest }: CompiledModel['server']['options']): string | undefined {
  const { cors, security, securityHeaders } = http;
  if (cors !== undefined) return 'http.cors says which pages may call';
  if (securityHeaders !== undefined) return 'http.securityHeaders says what answers carry';
  if (security.dnsRebindingProtection.allowedOrigins !== undefined) return 'allowedOrigins says which origins are answered';
  if (security.strict) return 'http.security.strict asks for host checks';
  return rest['health'] === undefined && !live.some((path) => path.startsWith('health.')) ? undefined : 'health is set';
}

function whyTasks({ server }: CompiledModel, context: PlanContext): string | undefined {
  const stays = staysRunning(context);
  // Elsewhere an instance that ends takes its memory along: without a store nothing runs in the background.
  if (!stays && taskStoreOf(server) === undefined) return undefined;
  const tool = server.tools.find(mayBeTask);
  if (tool !== undefined) return `tool ${tool.name} may run as a task`;
  return stays ? fromOpenList(context, 'tools') : undefined;
}

/** A process that waits for requests. */
const staysRunning = ({ isTransient, platform }: PlanContext): boolean => platform === 'node' && isTransient !== true;

/** Why a server needs each feature; a bundle imports those whose `when` answers. */
const featureRules: FeatureRules = {
  'unplanned-options': {
    when: (_model, { dynamicOptions }) => dynamicOptions,
  },
  providers: {
    when: ({ injectsBuiltIns, server }, { dynamicOptions }) => {
      if (dynamicOptions !== undefined) return 'lists may be decided where the server runs';
      if (injectsBuiltIns === true) return 'entries inject what every server has';
      const computed = server.plugins.find((plugin) => plugin.computed === true);
      if (computed !== undefined) return `the options of plugin ${computed.name} are computed of providers`;
      return server.providers.length === 0 ? undefined : 'the list "providers" is not empty';
    },
  },
  plugins: {
    when: ({ injectsBuiltIns, server }, { dynamicOptions }) => {
      if (dynamicOptions !== undefined) return 'lists may be decided where the server runs';
      if (injectsBuiltIns === true) return 'entries inject what every server has';
      const lists = { providers: server.providers, plugins: server.plugins, adapters: server.adapters, skills: server.skills ?? [] };
      const found = Object.entries(lists).find(([, items]) => items.length > 0);
      return found === undefined ? undefined : `the list "${found[0]}" is not empty`;
    },
  },
  ...callRules,
  'build-variants': {
    printed: 'service:build-variants',
    when: (_model, { variants = {} }) => {
      const names = Object.keys(variants);
      return names.length === 0 ? undefined : `build.variants lists the texts of ${names.join(', ')}`;
    },
  },
  'http-options': {
    when: ({ server }, { dynamicOptions }) =>
      dynamicOptions === undefined ? httpOptionOf(server.options) : 'http may be decided where the server runs',
  },
  ...storageRules,
  telemetry: {
    when: ({ server }) => (asksForTracing(server.options.rest['observability']) ? 'observability traces requests and calls' : undefined),
  },
  'log-sinks': {
    when: ({ server }) => (hasSinks(server.options) ? 'log records go to further places' : undefined),
  },
  'request-logs': {
    when: ({ server: { options } }) =>
      options.live.includes('observability.requestLogs.onRequestComplete') || logsRequests(options.rest['observability'])
        ? 'requests that have been answered are logged'
        : undefined,
  },
  'event-store': {
    when: ({ server: { options } }) =>
      options.transport.eventStore !== undefined || options.live.some((path) => path.startsWith('transport.eventStore'))
        ? 'transport.eventStore keeps what streams have sent'
        : options.rest['sessions'] === undefined
          ? undefined
          : 'the objects of sessions keep what their streams have sent',
  },
  'session-objects': {
    when: (model) => (hasSessionObjects(model) ? 'sessions keeps each session in an object of its own' : undefined),
  },
  sessions: {
    when: (model) => {
      const { preset, sessions } = protocolOf(model);
      return sessions ? `transport.protocol ${preset} serves clients that open with initialize` : undefined;
    },
  },
  sessionless: {
    onNode: '@service/sdk/hosts/node-sessionless',
    when: (model) => (protocolOf(model).sessionless === true ? 'clients that open with initialize are served without sessions' : undefined),
  },
  'legacy-sse': {
    when: (model) => {
      const { legacyPair, preset } = protocolOf(model);
      return legacyPair && !hasSessionObjects(model) ? `transport.protocol ${preset} serves the pair /sse and /message` : undefined;
    },
  },
  'param-headers': {
    when: (model, context) => {
      if (context.dynamicOptions !== undefined) return 'schemas may be decided where the server runs';
      const tool = model.server.tools.find(({ inputSchema }) => JSON.stringify(inputSchema).includes('"x-mcp-header"'));
      return tool === undefined ? fromOpenList(context) : `tool ${tool.name} has arguments that headers repeat`;
    },
  },
  skills: {
    when: ({ server }, context) =>
      server.skills === undefined ? fromOpenList(context, 'skills') : `skill ${server.skills[0]?.name ?? ''} is served`,
  },
  'elicitation-fallback': {
    when: ({ server: { options } }) => {
      const { elicitation } = options.rest;
      const isOn = isJsonObject(elicitation) && elicitation['fallbackTool'] === true;
      return isOn ? 'elicitation.fallbackTool puts questions to the model where a client cannot be asked' : undefined;
    },
  },
  'session-tasks': {
    when: (model, context) => (protocolOf(model).sessions ? whyTasks(model, context) : undefined),
  },
  tasks: {
    when: whyTasks,
  },
  'changing-entries': {
    when: ({ server: { adapters } }, context) => {
      const changing = adapters.find(({ changes }) => changes === true);
      if (changing !== undefined) return `adapter ${changing.name} changes its entries while the server runs`;
      return fromOpenList(context);
    },
  },
  throttle: {
    when: ({ server }, context) => {
      if (server.options.rest['throttle'] !== undefined || server.options.live.some((path) => path.startsWith('throttle.')))
        return 'throttle limits who may call how often';
      const tool = server.tools.find(({ limited }) => limited === true);
      return tool === undefined ? fromOpenList(context, 'tools') : `tool ${tool.name} has a limit`;
    },
  },
  routes: {
    when: ({ server }) => {
      const [route] = server.options.http.routes;
      return route === undefined ? undefined : `http.routes serves ${route.method} ${route.path}`;
    },
  },
  'registry-documents': {
    printed: 'service:registry-documents',
    when: ({ server }) => (server.options.rest['registry'] === undefined ? undefined : 'registry publishes documents about the server'),
  },
  metrics: {
    onNode: '@service/sdk/hosts/node-metrics',
    when: ({ server }) => (server.options.rest['metrics'] === undefined ? undefined : 'metrics is set'),
  },
  readiness: {
    when: ({ server }, context) => {
      const { health } = server.options.rest;
      const readyz = isJsonObject(health) && isJsonObject(health['readyz']) ? health['readyz']['enabled'] : undefined;
      if (context.dynamicOptions !== undefined) return 'health may be decided where the server runs';
      if (readyz === true) return 'health.readyz is enabled';
      return staysRunning(context) && readyz !== false ? 'a server that listens says whether it is ready' : undefined;
    },
  },
  rounds: {
    when: (model, context) => {
      const asking = Object.entries(model.facts).find(([, { asks }]) => asks)?.[0];
      if (asking !== undefined) return `${asking} may ask its client`;
      const plugin = model.server.plugins.find(({ asks }) => asks === true);
      if (plugin !== undefined) return `plugin ${plugin.name} may ask the client`;
      return fromOpenList(context, 'tools', 'resources', 'resourceTemplates', 'prompts');
    },
  },
  ...accessRules,
  ...signInRules,
  ...issuingRules,
};

const revisionRules: Readonly<Record<string, FeatureRule>> = {
  '2024-11-05': { when: withHandshakes },
  '2025-03-26': { when: withHandshakes },
  '2025-06-18': { when: withHandshakes },
  '2025-11-25': { when: withHandshakes },
  '2026-07-28': { when: () => 'the current revision, served without sessions' },
};

/** A revision that opens with `initialize` comes with a feature that serves it, or not at all. */
function withHandshakes(model: CompiledModel): string | undefined {
  const { sessionless, sessions } = protocolOf(model);
  return sessions || sessionless === true ? 'clients of this revision open with initialize' : undefined;
}

/** Why this server needs it, here or where other variables are set than at build. */
function reasonFor(rule: FeatureRule, model: CompiledModel, context: PlanContext): string | undefined {
  const because = rule.when(model, context);
  if (because !== undefined) return because;
  for (const { model: other, when } of context.others ?? []) {
    const elsewhere = rule.when(other, context);
    if (elsewhere !== undefined) return `${elsewhere} ${when}`;
  }
  return undefined;
}

/** @throws {Error} when the planned features do not fit together, which is a fault of this compiler */
export function planFeatures(model: CompiledModel, context: PlanContext): PlannedFeature[] {
  const planned = featureTable.flatMap((row) => {
    const because = reasonFor(featureRules[row.name], model, context);
    return because === undefined ? [] : [{ row, because }];
  });
  checkServices(planned.map(({ row }) => row));
  return planned.map(({ because, row }) => plannedFeature(row.name, { platform: context.platform, because }));
}

/** A feature by the module that brings it. */
export function plannedFeature(
  name: FeatureName,
  { because, platform }: Pick<PlanContext, 'platform'> & Pick<PlannedFeature, 'because'>,
): PlannedFeature {
  const { onNode, printed }: FeatureRule = featureRules[name];
  const module = printed ?? (platform === 'node' ? onNode : undefined) ?? `@service/sdk/features/${name}`;
  return { name, exportName: exportNameOf(name), module, because };
}

/** `shared-state` is exported as `sharedState`. */
const exportNameOf = (name: string): string => name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

export function planRevisions(model: CompiledModel, others: readonly OtherModel[] = []): PlannedFeature[] {
  return Object.entries(revisionRules).flatMap(([date, rule]) => {
    const because = reasonFor(rule, model, { platform: 'neutral', others });
    const module = `@service/sdk/revisions/${date}`;
    return because === undefined ? [] : [{ name: date, exportName: `revision${date.replaceAll('-', '')}`, module, because }];
  });
}

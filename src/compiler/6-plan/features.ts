import type { Json, JsonObject } from '@service/sdk/model';
import type { CompiledModel } from '../model/compiled-model.ts';
import { storageFeatureRows } from './storage-features.ts';
import type { PlannedFeature } from '../compile-types.ts';
import type { FeatureRow, OtherModel, PlanPlace } from './feature-row.ts';
import { accessFeatureRows } from './access-features.ts';
import { issuingFeatureRows } from './issuing-features.ts';
import { signInFeatureRows } from './sign-in-features.ts';
import { fromOpenList } from './open-lists.ts';

const protocolOf = ({ server }: CompiledModel) => server.options.transport;

/** `observability: true`, or an object that does not say `tracing: false`. */
const tracesOf = (observability: unknown): boolean =>
  observability === true ||
  (typeof observability === 'object' && observability !== null && !('tracing' in observability && observability.tracing === false));

/** Plugins and adapters make entries and hooks that the sources do not show. */
const mayHideCalls = ({ server }: CompiledModel): boolean => server.plugins.length > 0 || server.adapters.length > 0;

/** `logging.transports`, or sinks that are not only the console. */
function hasSinks({ live, rest }: CompiledModel['server']['options']): boolean {
  const { observability } = rest;
  const logging = isJsonObject(observability) ? observability['logging'] : undefined;
  return (
    live.includes('logging.transports') || live.includes('observability.logging.sinks') || (isJsonObject(logging) && 'sinks' in logging)
  );
}

const logsRequests = (observability: Json | undefined): boolean => isJsonObject(observability) && observability['requestLogs'] === true;

/** What of HTTP no variable decides, or decides only where the code does not. */
function httpOptionOf({ http, live, rest }: CompiledModel['server']['options']): string | undefined {
  const { cors, security, securityHeaders } = http;
  if (cors !== undefined) return 'http.cors says which pages may call';
  if (securityHeaders !== undefined) return 'http.securityHeaders says what answers carry';
  if (security.dnsRebindingProtection.allowedOrigins !== undefined) return 'allowedOrigins says which origins are answered';
  return rest['health'] === undefined && !live.some((path) => path.startsWith('health.')) ? undefined : 'health is set';
}

const isJsonObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function whyTasks({ server }: CompiledModel, place: PlanPlace): string | undefined {
  const tool = server.tools.find(({ taskSupport }) => taskSupport === 'required' || taskSupport === 'optional');
  if (tool !== undefined) return `tool ${tool.name} may run as a task`;
  // Background work outside Node needs a store, which the build asks for by name.
  return place.platform === 'node' ? fromOpenList(place, 'tools') : undefined;
}

/** One row a feature of `runtime/features`; a bundle imports the rows whose `when` answers. */
export const featureRows: readonly FeatureRow[] = [
  {
    name: 'unplanned-options',
    exportName: 'unplannedOptions',
    module: '@service/sdk/features/unplanned-options',
    when: (_model, { unsettled }) => unsettled,
  },
  {
    name: 'build-variants',
    exportName: 'buildVariants',
    module: '@service/sdk/features/build-variants',
    printed: 'service:build-variants',
    when: (_model, { variants = {} }) => {
      const names = Object.keys(variants);
      return names.length === 0 ? undefined : `build.variants lists the texts of ${names.join(', ')}`;
    },
  },
  {
    name: 'http-options',
    exportName: 'httpOptions',
    module: '@service/sdk/features/http-options',
    when: ({ server }, { unsettled }) =>
      unsettled === undefined ? httpOptionOf(server.options) : 'http may be decided where the server runs',
  },
  ...storageFeatureRows,
  {
    // First: its spans hold whatever the others do.
    name: 'telemetry',
    exportName: 'telemetry',
    module: '@service/sdk/features/telemetry',
    when: ({ server }) => (tracesOf(server.options.rest['observability']) ? 'observability traces requests and calls' : undefined),
  },
  {
    name: 'log-sinks',
    exportName: 'logSinks',
    module: '@service/sdk/features/log-sinks',
    when: ({ server }) => (hasSinks(server.options) ? 'log records go to further places' : undefined),
  },
  {
    name: 'request-logs',
    exportName: 'requestLogs',
    module: '@service/sdk/features/request-logs',
    when: ({ server: { options } }) =>
      options.live.includes('observability.requestLogs.onRequestComplete') || logsRequests(options.rest['observability'])
        ? 'requests that have been answered are logged'
        : undefined,
  },
  {
    name: 'event-store',
    exportName: 'eventStore',
    module: '@service/sdk/features/event-store',
    when: ({ server: { options } }) =>
      options.transport.eventStore !== undefined || options.live.some((path) => path.startsWith('transport.eventStore'))
        ? 'transport.eventStore keeps what streams have sent'
        : undefined,
  },
  {
    name: 'sessions',
    exportName: 'sessions',
    module: '@service/sdk/features/sessions',
    when: (model) => {
      const { preset, sessions } = protocolOf(model);
      return sessions ? `transport.protocol ${preset} serves clients that open with initialize` : undefined;
    },
  },
  {
    name: 'sessionless',
    exportName: 'sessionless',
    module: '@service/sdk/features/sessionless',
    when: (model) => (protocolOf(model).sessionless === true ? 'clients that open with initialize are served without sessions' : undefined),
  },
  {
    name: 'legacy-sse',
    exportName: 'legacySse',
    module: '@service/sdk/features/legacy-sse',
    when: (model) => {
      const { legacyPair, preset } = protocolOf(model);
      return legacyPair ? `transport.protocol ${preset} serves the pair /sse and /message` : undefined;
    },
  },
  {
    name: 'param-headers',
    exportName: 'paramHeaders',
    module: '@service/sdk/features/param-headers',
    when: (model, { unsettled }) => {
      if (unsettled !== undefined) return 'schemas may be decided where the server runs';
      const tool = model.server.tools.find(({ inputSchema }) => JSON.stringify(inputSchema).includes('"x-mcp-header"'));
      if (tool !== undefined) return `tool ${tool.name} has arguments that headers repeat`;
      return mayHideCalls(model) ? 'a plugin or an adapter may bring such a tool' : undefined;
    },
  },
  {
    name: 'skills',
    exportName: 'skills',
    module: '@service/sdk/features/skills',
    when: ({ server }, place) =>
      server.skills === undefined ? fromOpenList(place, 'skills') : `skill ${server.skills[0]?.name ?? ''} is served`,
  },
  {
    // Outside of tasks: a call that runs again with its answer passes everything that the first one passed.
    name: 'elicitation-fallback',
    exportName: 'elicitationFallback',
    module: '@service/sdk/features/elicitation-fallback',
    when: ({ server: { options } }) => {
      const { elicitation } = options.rest;
      const isOn = isJsonObject(elicitation) && elicitation['fallbackTool'] === true;
      return isOn ? 'elicitation.fallbackTool puts questions to the model where a client cannot be asked' : undefined;
    },
  },
  {
    // Before the feature whose tasks it serves.
    name: 'session-tasks',
    exportName: 'sessionTasks',
    module: '@service/sdk/features/session-tasks',
    when: (model, place) => (protocolOf(model).sessions ? whyTasks(model, place) : undefined),
  },
  {
    name: 'tasks',
    exportName: 'tasks',
    module: '@service/sdk/features/tasks',
    when: whyTasks,
  },
  {
    name: 'throttle',
    exportName: 'throttle',
    module: '@service/sdk/features/throttle',
    when: ({ server }, place) => {
      if (server.options.rest['throttle'] !== undefined || server.options.live.some((path) => path.startsWith('throttle.')))
        return 'throttle limits who may call how often';
      const tool = server.tools.find(({ limited }) => limited === true);
      return tool === undefined ? fromOpenList(place, 'tools') : `tool ${tool.name} has a limit`;
    },
  },
  {
    name: 'routes',
    exportName: 'routes',
    module: '@service/sdk/features/routes',
    when: ({ server }) => {
      const [route] = server.options.http.routes;
      return route === undefined ? undefined : `http.routes serves ${route.method} ${route.path}`;
    },
  },
  {
    name: 'metrics',
    exportName: 'metrics',
    module: '@service/sdk/features/metrics',
    onNode: { module: '@service/sdk/hosts/node-metrics' },
    when: ({ server }) => (server.options.rest['metrics'] === undefined ? undefined : 'metrics is set'),
  },
  {
    name: 'readiness',
    exportName: 'readiness',
    module: '@service/sdk/features/readiness',
    when: ({ server }, { platform, unsettled }) => {
      const { health } = server.options.rest;
      const readyz = isJsonObject(health) && isJsonObject(health['readyz']) ? health['readyz']['enabled'] : undefined;
      if (unsettled !== undefined) return 'health may be decided where the server runs';
      if (readyz === true) return 'health.readyz is enabled';
      return platform === 'node' && readyz !== false ? 'a server that listens says whether it is ready' : undefined;
    },
  },
  {
    name: 'rounds',
    exportName: 'rounds',
    module: '@service/sdk/features/rounds',
    when: (model, place) => {
      const asking = Object.entries(model.facts).find(([, { asks }]) => asks)?.[0];
      if (asking !== undefined) return `${asking} may ask its client`;
      if (mayHideCalls(model)) return 'a plugin or an adapter may ask the client';
      return fromOpenList(place, 'tools', 'resources', 'resourceTemplates', 'prompts');
    },
  },
  ...accessFeatureRows,
  ...signInFeatureRows,
  ...issuingFeatureRows,
];

const revision = (date: string, when: FeatureRow['when']): FeatureRow => ({
  name: date,
  exportName: `revision${date.replaceAll('-', '')}`,
  module: `@service/sdk/revisions/${date}`,
  when,
});

/** A revision that opens with `initialize` comes with a feature that serves it, or not at all. */
const withHandshakes: FeatureRow['when'] = (model) => {
  const { sessionless, sessions } = protocolOf(model);
  return sessions || sessionless === true ? 'clients of this revision open with initialize' : undefined;
};

export const revisionRows: readonly FeatureRow[] = [
  revision('2024-11-05', withHandshakes),
  revision('2025-03-26', withHandshakes),
  revision('2025-06-18', withHandshakes),
  revision('2025-11-25', withHandshakes),
  revision('2026-07-28', () => 'the current revision, served without sessions'),
];

const plan = (rows: readonly FeatureRow[], model: CompiledModel, place: PlanPlace): PlannedFeature[] =>
  rows.flatMap((row) => {
    const { exportName, module, name, onNode, printed } = row;
    const because = row.when(model, place) ?? elsewhere(row, place);
    return because === undefined
      ? []
      : [{ name, exportName, module: printed ?? (place.platform === 'node' ? onNode : undefined)?.module ?? module, because }];
  });

/** Why the server needs a feature where other variables are set than at build. */
function elsewhere(row: FeatureRow, place: PlanPlace): string | undefined {
  for (const { model, when } of place.others ?? []) {
    const because = row.when(model, place);
    if (because !== undefined) return `${because} ${when}`;
  }
  return undefined;
}

export const planFeatures = (model: CompiledModel, place: PlanPlace): PlannedFeature[] => plan(featureRows, model, place);
export const planRevisions = (model: CompiledModel, others: readonly OtherModel[] = []): PlannedFeature[] =>
  plan(revisionRows, model, { platform: 'neutral', others });

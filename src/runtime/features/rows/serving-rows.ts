import { asksForSkillIndex, isJsonObject, type Json, mayBeTask, type ServerModel, taskStoreOf } from '../../model/index.ts';
import { asksForTracing } from '../../options/asks-for-tracing.ts';
import { type BuildFacts, type FeatureRow, fromOpenList, type PlannedServer, staysRunning, type When } from '../application/feature-row.ts';
import { because, ofEntries, whyChanging } from './entry-rows.ts';

const protocolOf = ({ server }: PlannedServer) => server.options.transport;

/** `logging.transports`, or sinks that are not only the console. */
function hasSinks({ live, rest }: ServerModel['options']): boolean {
  const { observability } = rest;
  const logging = isJsonObject(observability) ? observability['logging'] : undefined;
  return (
    live.includes('logging.transports') || live.includes('observability.logging.sinks') || (isJsonObject(logging) && 'sinks' in logging)
  );
}

const hasSessionObjects = ({ server }: PlannedServer): boolean => server.options.rest['sessions'] !== undefined;

const logsRequests = (observability: Json | undefined): boolean => isJsonObject(observability) && observability['requestLogs'] === true;

/** Members of context objects that ask the client. */
const asking = ['elicit', 'sample', 'listRoots'];

function whyTasks({ server }: PlannedServer, context: BuildFacts): string | undefined {
  const stays = staysRunning(context);
  // Elsewhere an instance that ends takes its memory along: without a store nothing runs in the background.
  if (!stays && taskStoreOf(server) === undefined) return undefined;
  const tool = server.tools.find(mayBeTask);
  if (tool !== undefined) return `tool ${tool.name} may run as a task`;
  return stays ? fromOpenList(context, 'tools') : undefined;
}

/** Of `skillsConfig`, which may be decided at start. */
const skillOption =
  (name: string, asks: (value: Json | undefined) => boolean, why: string): When =>
  ({ server: { options } }, context) => {
    const { skillsConfig } = options.rest;
    if (isJsonObject(skillsConfig) && asks(skillsConfig[name])) return why;
    const isLive = options.live.some((path) => path === 'skillsConfig' || path === `skillsConfig.${name}`);
    return isLive || context.dynamicOptions !== undefined ? 'skillsConfig is decided where the server runs' : undefined;
  };

/** How requests are served: logs, sessions, lists, tasks, limits, routes. */
export const servingRows = [
  // Its spans hold whatever the later features do.
  {
    name: 'telemetry',
    when: ({ server }) => (asksForTracing(server.options.rest['observability']) ? 'observability traces requests and calls' : undefined),
  },
  { name: 'log-sinks', when: ({ server }) => (hasSinks(server.options) ? 'log records go to further places' : undefined) },
  {
    name: 'request-logs',
    when: ({ server: { options } }) =>
      options.live.includes('observability.requestLogs.onRequestComplete') || logsRequests(options.rest['observability'])
        ? 'requests that have been answered are logged'
        : undefined,
  },
  {
    name: 'event-store',
    onlyHttp: true,
    provides: ['sessionStreams'],
    when: ({ server: { options } }) =>
      options.transport.eventStore !== undefined || options.live.some((path) => path.startsWith('transport.eventStore'))
        ? 'transport.eventStore keeps what streams have sent'
        : options.rest['sessions'] === undefined
          ? undefined
          : 'the objects of sessions keep what their streams have sent',
  },
  {
    name: 'session-objects',
    onlyHttp: true,
    provides: ['sessionObjects'],
    when: (model) => (hasSessionObjects(model) ? 'sessions keeps each session in an object of its own' : undefined),
  },
  {
    name: 'sessions',
    inPage: '@service/sdk/hosts/in-page/sessions',
    uses: ['sharedSessions', 'clusterNode', 'sessionStreams', 'sessionObjects'],
    provides: ['sessionIds'],
    when: (model) => {
      const { preset, sessions } = protocolOf(model);
      return sessions ? `transport.protocol ${preset} serves clients that open with initialize` : undefined;
    },
  },
  {
    name: 'sessionless',
    onlyHttp: true,
    onNode: '@service/sdk/hosts/node-sessionless',
    when: (model) => (protocolOf(model).sessionless === true ? 'clients that open with initialize are served without sessions' : undefined),
  },
  {
    name: 'legacy-sse',
    onlyHttp: true,
    when: (model) => {
      const { legacyPair, preset } = protocolOf(model);
      return legacyPair && !hasSessionObjects(model) ? `transport.protocol ${preset} serves the pair /sse and /message` : undefined;
    },
  },
  {
    name: 'skill-audit',
    provides: ['skillAudit'],
    when: skillOption(
      'audit',
      (audit) => isJsonObject(audit) && audit['enabled'] === true,
      'skillsConfig.audit records who read which skills',
    ),
  },
  {
    name: 'skill-index',
    provides: ['keptSkillIndex'],
    when: ({ server: { options } }) =>
      asksForSkillIndex(options) ? 'skillIndex keeps the search index of skills in a KV namespace' : undefined,
  },
  {
    name: 'skills',
    uses: ['skillAudit', 'keptSkillIndex'],
    provides: ['skillLibrary'],
    when: ({ server }, context) =>
      server.skills === undefined ? fromOpenList(context, 'skills') : `skill ${server.skills[0]?.name ?? ''} is served`,
  },
  {
    name: 'skill-tokens',
    onlyHttp: true,
    provides: ['skillTokens'],
    when: skillOption('auth', (auth) => auth === 'bearer', 'skillsConfig.auth is bearer: readers of skills bring tokens'),
  },
  {
    name: 'skill-pages',
    onlyHttp: true,
    uses: ['skillLibrary', 'skillAudit', 'skillTokens'],
    when: skillOption('enabled', (enabled) => enabled === true, 'skillsConfig.enabled serves skills over HTTP'),
  },
  // Within the skills, which come last in the list.
  {
    name: 'listed-resources',
    when: ofEntries(({ resourceTemplates }) =>
      because(
        resourceTemplates.find(({ lists }) => lists === true),
        'lists resources while the server runs',
      ),
    ),
  },
  // Around tasks: a call that runs again with its answer passes everything that the first one passed.
  {
    name: 'elicitation-fallback',
    uses: ['usedStates'],
    when: ({ server: { options } }) => {
      const { elicitation } = options.rest;
      const isOn = isJsonObject(elicitation) && elicitation['fallbackTool'] === true;
      return isOn ? 'elicitation.fallbackTool puts questions to the model where a client cannot be asked' : undefined;
    },
  },
  // Before the feature whose tasks it serves.
  {
    name: 'session-tasks',
    provides: ['sessionTasks'],
    when: (model, context) => (protocolOf(model).sessions ? whyTasks(model, context) : undefined),
  },
  { name: 'tasks', uses: ['sharedTasks', 'sessionTasks'], when: whyTasks },
  // Its requests keep their entries within what observes them; polling begins when the features before have started.
  {
    name: 'changing-entries',
    uses: ['replaceOwner', 'swapOwner'],
    when: whyChanging,
  },
  {
    name: 'throttle',
    onlyHttp: true,
    uses: ['stores', 'sharedLimiters', 'sessionIds'],
    when: ({ server }, context) => {
      if (server.options.rest['throttle'] !== undefined || server.options.live.some((path) => path.startsWith('throttle.')))
        return 'throttle limits who may call how often';
      const tool = server.tools.find(({ limited }) => limited === true);
      return tool === undefined ? fromOpenList(context, 'tools') : `tool ${tool.name} has a limit`;
    },
  },
  {
    name: 'routes',
    onlyHttp: true,
    when: ({ server }) => {
      const [route] = server.options.http.routes;
      if (route !== undefined) return `http.routes serves ${route.method} ${route.path}`;
      const plugin = server.plugins.find(({ routes = [] }) => routes.length > 0);
      return plugin && `plugin ${plugin.name} serves ${plugin.routes?.[0]?.method ?? ''} ${plugin.routes?.[0]?.path ?? ''}`;
    },
  },
  {
    name: 'registry-documents',
    onlyHttp: true,
    printed: 'service:registry-documents',
    when: ({ server }) => (server.options.rest['registry'] === undefined ? undefined : 'registry publishes documents about the server'),
  },
  {
    name: 'metrics',
    onlyHttp: true,
    uses: ['stores', 'measureCluster'],
    onNode: '@service/sdk/hosts/node-metrics',
    when: ({ server }) => (server.options.rest['metrics'] === undefined ? undefined : 'metrics is set'),
  },
  {
    name: 'readiness',
    onlyHttp: true,
    when: ({ server }, context) => {
      const { health } = server.options.rest;
      const readyz = isJsonObject(health) && isJsonObject(health['readyz']) ? health['readyz']['enabled'] : undefined;
      if (context.dynamicOptions !== undefined) return 'health may be decided where the server runs';
      if (readyz === true) return 'health.readyz is enabled';
      return staysRunning(context) && readyz !== false ? 'a server that listens says whether it is ready' : undefined;
    },
  },
  {
    name: 'rounds',
    uses: ['usedStates'],
    when: (model, context) => {
      // An entry that calls tools asks where one of these does.
      const { contextMembers } = context;
      const mayAsk = contextMembers === undefined || asking.some((member) => contextMembers.includes(member));
      const asker = mayAsk ? Object.entries(model.facts).find(([, { asks }]) => asks)?.[0] : undefined;
      if (asker !== undefined) return `${asker} may ask its client`;
      const plugin = model.server.plugins.find(({ asks }) => asks === true);
      if (plugin !== undefined) return `plugin ${plugin.name} may ask the client`;
      return fromOpenList(context, 'tools', 'resources', 'resourceTemplates', 'prompts');
    },
  },
] as const satisfies readonly FeatureRow[];

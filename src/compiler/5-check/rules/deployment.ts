import {
  asksForSkillIndex,
  declaredAuths,
  isJsonObject,
  issuingAuths,
  jsonMember,
  storeSites,
  type DeclaredAuth,
  type ServerModel,
  type ServerOptionsModel,
  type StoreSite,
} from '@service/sdk/model';
import { noEffectOf, refusedInPage, withoutEffectInPage } from '@service/sdk/options';
import { diagnose, type Diagnostic } from '../../diagnostics/index.ts';
import type { Target, TargetSupport } from '../../target.ts';
import { locationOf, locationOfOption, type CheckedModel, type Rule } from '../rule.ts';
import { isDistributed } from './http.ts';

/** Instances that share nothing would not start: said while the server is still here. */
export const checkDistributedWithoutRedis: Rule = (model, target) => {
  const { options } = model.server;
  const asked = options === undefined ? undefined : askedBy(options, target);
  const missing = options === undefined ? undefined : missingIn({ ...model.server, options });
  return asked === undefined || missing === undefined
    ? []
    : [diagnose('distributed-without-redis', { asked, missing }, locationOf(model, 'server'))];
};

/** `auto` is decided where it runs. */
const askedBy = ({ transport }: ServerOptionsModel, target: Target | undefined): string | undefined =>
  isDistributed(target) ? `the target ${target?.name}` : transport.distributedMode === true ? '`transport.distributedMode`' : undefined;

function missingIn(server: ServerModel): string | undefined {
  const { persistence } = server.options.transport;
  if (persistence === false) return '`transport.persistence: false` keeps sessions in each instance';
  const sites = storeSites(server).filter(({ label }) => label === '@Service');
  const at = (path: string) => sites.find((site) => site.path === path);
  const below = persistence === undefined ? '' : 'transport.persistence.';
  const sessions = at(`${below}redis`) ?? at(`${below}sqlite`);
  if (sessions === undefined) return 'no option names one';
  if (sessions.kind === 'sqlite') return `\`${sessions.path}\` is a file of one machine`;
  if (sessions.kind === 'filesystem') return `\`${sessions.path}\` is a folder of one machine`;
  // What `auto` finds is known at start, which says the same.
  const speaks = [at('pubsub') ?? sessions].some(({ kind }) => kind === 'redis' || kind === 'auto');
  return speaks ? undefined : `\`${sessions.path}\` is behind HTTP, and instances tell each other over channels, which HTTP has not`;
}

/** The cookie is for balancers of several instances; one instance alone never sends it. */
export const checkAffinityWithoutInstances: Rule = (model, target) => {
  const { options } = model.server;
  if (options === undefined || options.transport.distributedMode !== undefined || isDistributed(target) || !setsCookie(model)) return [];
  return [diagnose('affinity-without-instances', {}, locationOf(model, 'server'))];
};

const setsCookie = ({ variables = {} }: CheckedModel): boolean =>
  Object.keys(variables).some((name) => name.startsWith('SERVICE_AFFINITY_COOKIE'));

/** An option that is set, and what it needs. */
interface Asked {
  /** The declaration in messages. */
  readonly label: string;
  readonly option: string;
  /** `node`: the modules and the speed of Node itself. */
  readonly needs: keyof TargetSupport | 'node' | 'network' | 'nothing';
  readonly instead: string;
}

/** An option of @Service. */
interface Need extends Omit<Asked, 'label'> {
  readonly isSet: (options: ServerOptionsModel) => boolean;
}

const server = '@Service';
const keyValueStore = 'Use `redis: { provider: … }` with an HTTP key-value store, or on a worker with a Durable Object';

/** Options that only some platforms support; all others work everywhere. */
const needs: readonly Need[] = [
  {
    option: 'tasks',
    needs: 'longSessions',
    instead: 'Give it `tasks.redis`, or leave `tasks` out: background work needs a store that every instance reaches',
    isSet: ({ rest }) => isJsonObject(rest['tasks']) && rest['tasks']['enabled'] !== false && rest['tasks']['redis'] === undefined,
  },
  {
    option: "tasks.runner: 'cli'",
    needs: 'childProcesses',
    instead: 'Leave `tasks.runner` out',
    isSet: ({ rest }) => jsonMember(rest['tasks'], 'runner') === 'cli',
  },
  {
    option: 'skillIndex',
    needs: 'bindings',
    instead: 'Leave it out: only a worker has KV namespaces, and a build keeps the index of 50 or more skills in the bundle',
    isSet: asksForSkillIndex,
  },
  {
    option: 'http.socketPath',
    needs: 'sockets',
    instead: 'Leave it out: the platform calls the server',
    isSet: ({ http }) => http.socketPath !== undefined,
  },
];

/** Adapters look for changes by a timer, which such a platform runs only while it answers. */
export const checkPollingUnsupported: Rule = (model, target) => {
  if (target === undefined || target.supports.longSessions) return [];
  const instead = 'Leave it out, and build again when the document changes: nothing runs there between two requests';
  return model.server.adapters.flatMap(({ name, polls }) => {
    if (polls === undefined) return [];
    const facts = { target: target.name, option: `${polls} of the adapter "${name}"`, instead };
    return [diagnose('target-unsupported', facts, locationOf(model, `adapter:${name}`))];
  });
};

/** What plugins take of a worker's platform. */
export const checkBindingsUnsupported: Rule = (model, target) => {
  if (target === undefined || target.supports.bindings) return [];
  return model.server.plugins.flatMap(({ bindings = [], id, name }) =>
    bindings.map(({ instead, option }) =>
      diagnose(
        'target-unsupported',
        { target: target.name, option: `${option} of the plugin "${name}"`, instead },
        locationOf(model, `plugin:${id}`),
      ),
    ),
  );
};

/** What a platform cannot run is refused here, not discovered by its users. */
export const checkTargetUnsupported: Rule = (model, target) => {
  const { options } = model.server;
  if (target === undefined || options === undefined) return [];
  const asked = [
    ...(target.inPage === true ? refusedInPage(options.rest).map((one) => ({ ...one, needs: 'network' as const, label: server })) : []),
    ...storeSites({ ...model.server, options })
      .filter(({ path }) => target.inPage !== true || !(path in options.rest))
      .map(storeNeed),
    ...declaredAuths(model.server).flatMap(pageNeeds),
    ...needs.filter(({ isSet }) => isSet(options)).map((need) => ({ ...need, label: server })),
  ];
  return asked
    .filter(({ needs: needed }) => !has(target, needed))
    .map(({ instead, label, option }) => {
      const named = label === server ? option : `${option} of ${label}`;
      const path = option.split(':')[0] ?? option;
      return diagnose('target-unsupported', { target: target.name, option: named, instead }, locationOfOption(model, label, path));
    });
};

function has(target: Target, needed: Asked['needs']): boolean {
  if (needed === 'nothing') return true;
  if (needed === 'network') return target.inPage !== true;
  return needed === 'node' ? target.bundle.platform === 'node' : target.supports[needed];
}

/** The platform requirements of a store. */
const storeNeed = ({ kind, label, path }: StoreSite): Asked => {
  const needs = storeNeeds[kind];
  return {
    label,
    option: path,
    needs,
    instead: needs === 'bindings' ? 'Only a worker has bindings: use a Redis server, or `http-kv`' : keyValueStore,
  };
};

const storeNeeds: Readonly<Record<StoreSite['kind'], Asked['needs']>> = {
  sqlite: 'sqlite',
  // A folder must outlive the instance, as the file of a database must.
  filesystem: 'sqlite',
  auto: 'nothing',
  any: 'nothing',
  own: 'nothing',
  memory: 'nothing',
  redis: 'tcpRedis',
  'redis-client': 'nothing',
  'http-kv': 'nothing',
  'durable-object': 'bindings',
  'worker-kv': 'bindings',
};

const pageNeeds = ({ label, options }: DeclaredAuth): readonly Asked[] =>
  ['ui', 'extras']
    .filter((member) => options[member] !== undefined)
    .map((member) => ({
      label,
      option: `auth.${member}`,
      needs: 'node',
      instead: 'Leave it out: pages of your own are served by Node only; `login` with its fields works everywhere',
    }));

interface PlatformOption {
  readonly option: string;
  readonly isSet: (options: ServerOptionsModel) => boolean;
  /** What is so instead. */
  readonly instead: (target: Target) => string;
}

const listens = ({ listens: does, name }: Target): string =>
  does === false ? `the target ${name} listens on no port` : `the platform of the target ${name} listens`;

/** Options of a server that listens itself, in a process of its own. */
const ofListening: readonly PlatformOption[] = [
  { option: 'http.port', isSet: ({ http }) => http.port !== undefined, instead: listens },
  { option: 'http.security.bindAddress', isSet: ({ http }) => http.security.bindAddress !== undefined, instead: listens },
  {
    option: 'metrics.process',
    isSet: ({ rest }) => jsonMember(rest['metrics'], 'enabled') === true && jsonMember(rest['metrics'], 'process') !== undefined,
    instead: ({ name }) => `the target ${name} has no process to measure`,
  },
  {
    option: 'health.probes',
    isSet: ({ live, rest }) =>
      (live.includes('health.probes') || jsonMember(rest['health'], 'probes') !== undefined) &&
      jsonMember(jsonMember(rest['health'], 'readyz'), 'enabled') !== true,
    instead: ({ name }) => `the target ${name} checks readiness only with health.readyz.enabled: true`,
  },
];

/** Options that the target's platform overrides. */
export const checkOptionWithoutEffect: Rule = (model, target) => {
  const { options } = model.server;
  if (options === undefined || target === undefined) return [];
  // The issuer of `SERVICE_PUBLIC_HOST` has this port on every target.
  const namesIssuer = issuingAuths(model.server).length > 0;
  const listening = target.supports.sockets
    ? []
    : ofListening.filter(({ isSet, option }) => isSet(options) && !(namesIssuer && option === 'http.port') && !acts(option, target));
  const inPage = target.inPage === true ? withoutEffectInPage({ ...options.rest, http: saysHttp(options) }).map(notListening) : [];
  const ofServer = [...(target.inPage === true ? inPage : listening), ...limitsAbove(options, target)].map(({ instead, option }) => {
    const problem = problemOf(instead(target));
    return diagnose('option-without-effect', { owner: '@Service', option, problem }, locationOfOption(model, '@Service', option));
  });
  return [...ofServer, ...(target.listens === false ? routesUnheard(model, target) : [])];
};

const problemOf = (instead: string): string => noEffectOf({ instead, when: () => true });

/** A plugin that waits for requests, such as the decision of an approver, waits for ever where none comes. */
const routesUnheard = (model: CheckedModel, target: Target): readonly Diagnostic[] =>
  model.server.plugins.flatMap(({ endpoint, id, name, routes = [] }) =>
    [...routes.map(({ method, path }) => `${method} ${path}`), ...(endpoint === undefined ? [] : [`the MCP endpoint ${endpoint}`])].map(
      (option) => {
        const facts = { option, owner: `plugin "${name}"`, problem: problemOf(listens(target)) };
        return diagnose('option-without-effect', facts, locationOf(model, `plugin:${id}`));
      },
    ),
  );

const notListening = (option: string): Omit<PlatformOption, 'isSet'> => ({ option, instead: listens });

/** Whether the code says anything of HTTP, beside what every model has. */
const saysHttp = ({ http }: ServerOptionsModel): boolean =>
  http.routes.length > 0 || Object.keys(http).some((name) => !['bodyLimit', 'urlencodedLimit', 'security', 'routes'].includes(name));

/** A function on Node has a process, although it does not listen. */
const acts = (option: string, { bundle }: Target): boolean => option === 'metrics.process' && bundle.platform === 'node';

/** Limits of bodies that a platform refuses before the server sees them. */
function limitsAbove({ http }: ServerOptionsModel, { maxBodyBytes = Infinity }: Target): readonly Omit<PlatformOption, 'isSet'>[] {
  const instead = ({ name }: Target): string => `the platform of the target ${name} refuses bodies of more than ${maxBodyBytes} bytes`;
  const { bodyLimit, urlencodedLimit } = http;
  // The second is as the first unless it is set.
  const limits = { 'http.bodyLimit': bodyLimit, ...(urlencodedLimit === bodyLimit ? {} : { 'http.urlencodedLimit': urlencodedLimit }) };
  return Object.entries(limits).flatMap(([option, limit]) => (limit > maxBodyBytes ? [{ option, instead }] : []));
}

import { declaredAuths } from './declared-auths.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import type { PluginStoreModel, ServerModel } from './server-model.ts';

/** Names of a worker's bindings, where the options name none. */
export const standardBindings = { 'durable-object': 'SERVICE_STORE', 'worker-kv': 'SERVICE_CACHE' } as const;

/** The class that worker bundles export for `durable-object`. */
export const storeClass = 'ServiceStore';

/** Name of the binding of `sessions`, where the option names none. */
export const standardSessionBinding = 'SERVICE_SESSIONS';

/** Name of the binding of `skillIndex`, where the option names none. */
export const standardSkillIndexBinding = 'SERVICE_SKILL_INDEX';

/** The class that worker bundles export for `sessions`. */
export const sessionClass = 'SessionDurableObject';

/** An option that needs a store. */
export interface StoreSite {
  /** The declaration in messages: `@Service`, `app "Desk"`. */
  readonly label: string;
  /** Dotted path. */
  readonly path: string;
  readonly kind: PluginStoreModel['kind'];
  /** Of a worker. */
  readonly binding?: string;
  /** Of a Durable Object; the one of stores when absent. */
  readonly className?: string;
}

type SitedServer = Pick<ServerModel, 'apps' | 'options' | 'plugins' | 'scopes'>;

/** Every store that the options of a server and `auth` of its apps and plugins need (`redis`, `auth.tokenStorage.redis`, `throttle.storage.sqlite`, …). */
export function storeSites(server: SitedServer): readonly StoreSite[] {
  const { rest, transport } = server.options;
  const { persistence } = transport;
  const own = sitesIn(persistence === undefined ? rest : { ...rest, transport: { persistence } }, '');
  const ofApps = declaredAuths(server).filter(({ app }) => app !== undefined);
  return [
    ...own.map((site) => ({ label: '@Service', ...site })),
    ...sessionSites(rest['sessions']),
    ...ofApps.flatMap(({ label, options }) => sitesIn(options, 'auth.').map((site) => ({ label, ...site }))),
    ...server.plugins.flatMap(({ name, stores = [] }) => stores.map((site) => ({ label: `plugin "${name}"`, path: 'store', ...site }))),
  ];
}

const sessionSites = (sessions: Json | undefined): readonly StoreSite[] =>
  isJsonObject(sessions)
    ? [
        {
          label: '@Service',
          path: 'sessions',
          kind: 'durable-object',
          binding: bindingIn(sessions, standardSessionBinding),
          className: sessionClass,
        },
      ]
    : [];

const bindingIn = ({ binding }: JsonObject, standard: string): string => (typeof binding === 'string' ? binding : standard);

/** Whether a KV namespace keeps the search index of skills. */
export const asksForSkillIndex = ({ live, rest }: ServerModel['options']): boolean =>
  rest['skillIndex'] !== undefined || live.includes('skillIndex');

/** Name of the KV namespace of `skillIndex`; undefined without one, and for a function, which names it where the server runs. */
export const skillIndexBinding = ({ rest: { skillIndex } }: ServerModel['options']): string | undefined =>
  isJsonObject(skillIndex) ? bindingIn(skillIndex, standardSkillIndexBinding) : undefined;

const ownTaskSites = new Set(['tasks.redis', 'tasks.sqlite']);
const commonSites = new Set(['redis', 'sqlite']);

/** The store that keeps tasks: their own, else the common one of the server. */
export function taskStoreOf(server: SitedServer): StoreSite | undefined {
  const sites = storeSites(server);
  return sites.find(({ path }) => ownTaskSites.has(path)) ?? sites.find(({ path }) => commonSites.has(path));
}

/** The store that a plugin names, as a site. */
export function pluginStore(storage: Json): PluginStoreModel | undefined {
  if (storage === 'memory') return { kind: 'memory' };
  const [site] = isJsonObject(storage) ? sitesIn(storage, '') : [];
  return site && (site.binding === undefined ? { kind: site.kind } : { kind: site.kind, binding: site.binding });
}

function sitesIn(options: JsonObject, prefix: string): Omit<StoreSite, 'label'>[] {
  return Object.entries(options).flatMap(([key, value]) => {
    if (!isJsonObject(value)) return [];
    const path = prefix + key;
    if (key === 'redis' || key === 'pubsub') return [{ path, ...providerOf(value) }];
    return key === 'sqlite' ? [{ path, kind: 'sqlite' as const }] : sitesIn(value, `${path}.`);
  });
}

function providerOf({ binding, provider }: JsonObject): Omit<StoreSite, 'label' | 'path'> {
  if (provider === 'durable-object' || provider === 'worker-kv')
    return { kind: provider, binding: typeof binding === 'string' ? binding : standardBindings[provider] };
  if (provider === 'auto') return { kind: 'auto', binding: standardBindings['durable-object'] };
  return { kind: provider === 'http-kv' || provider === 'filesystem' ? provider : 'redis' };
}

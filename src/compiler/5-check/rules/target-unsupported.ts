import { storeSites } from '@service/sdk/model';
import type { Json, JsonObject, ServerOptionsModel, StoreSite } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import type { Target, TargetSupport } from '../../target.ts';
import { placeOf, type Rule } from '../rule.ts';

interface Need {
  /** As it is written in @Service. */
  readonly option: string;
  /** `node`: the modules and the speed of Node itself. */
  readonly needs: keyof TargetSupport | 'node';
  readonly instead: string;
  readonly isSet: (options: ServerOptionsModel) => boolean;
}

const keyValueStore = 'Use `redis: { provider: … }` with an HTTP key-value store';

/** Options that only some platforms can keep; what is missing here works everywhere. */
const needs: readonly Need[] = [
  {
    option: 'tasks',
    needs: 'longSessions',
    instead: 'Give it `tasks.redis`, or leave `tasks` out: background work needs a store that every instance reaches',
    isSet: ({ rest }) => isObject(rest['tasks']) && rest['tasks']['enabled'] !== false && rest['tasks']['redis'] === undefined,
  },
  {
    option: "tasks.runner: 'cli'",
    needs: 'childProcesses',
    instead: 'Leave `tasks.runner` out',
    isSet: ({ rest }) => memberOf(rest['tasks'], 'runner') === 'cli',
  },
  ...['ui', 'extras'].map((member): Need => ({
    option: `auth.${member}`,
    needs: 'node',
    instead: 'Leave it out: pages of your own are served by Node only; `login` with its fields works everywhere',
    isSet: ({ rest }) => memberOf(rest['auth'], member) !== undefined,
  })),
  {
    option: 'http.socketPath',
    needs: 'sockets',
    instead: 'Leave it out: the platform calls the server',
    isSet: ({ http }) => http.socketPath !== undefined,
  },
  {
    option: 'http.hostFactory',
    needs: 'sockets',
    instead: 'Leave it out: the platform calls the server',
    isSet: ({ live }) => live.some((path) => path === 'http.hostFactory' || path.startsWith('http.hostFactory.')),
  },
];

/** What a platform cannot run is refused here, not discovered by its users. */
export const checkTargetUnsupported: Rule = (model, target) => {
  const { options } = model.server;
  if (target === undefined || options === undefined) return [];
  const stores = storeSites(options).map(storeNeed);
  return [...stores, ...needs]
    .filter((need) => !has(target, need.needs) && need.isSet(options))
    .map(({ option, instead }) => diagnose('target-unsupported', { target: target.name, option, instead }, placeOf(model, 'server')));
};

const has = (target: Target, needed: Need['needs']): boolean =>
  needed === 'node' ? target.bundle.platform === 'node' : target.supports[needed];

/** What a store needs of the platform, wherever the options ask for it; one behind HTTP needs nothing. */
const storeNeed = ({ kind, path }: StoreSite): Need => ({
  option: path,
  needs: kind === 'sqlite' ? 'sqlite' : 'tcpRedis',
  instead: keyValueStore,
  isSet: () => kind !== 'http-kv',
});

const memberOf = (value: Json | undefined, key: string): Json | undefined => (isObject(value) ? value[key] : undefined);

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

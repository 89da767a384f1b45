import { declaredAuths, isJsonObject, jsonMember, storeSites } from '@service/sdk/model';
import type { DeclaredAuth, ServerOptionsModel, StoreSite } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import type { Target, TargetSupport } from '../../target.ts';
import { locationOfOption, type Rule } from '../rule.ts';

/** An option that is set, and what it needs. */
interface Asked {
  /** The declaration in messages. */
  readonly label: string;
  readonly option: string;
  /** `node`: the modules and the speed of Node itself. */
  readonly needs: keyof TargetSupport | 'node' | 'nothing';
  readonly instead: string;
}

/** An option of @Service. */
interface Need extends Omit<Asked, 'label'> {
  readonly isSet: (options: ServerOptionsModel) => boolean;
}

const server = '@Service';
const keyValueStore = 'Use `redis: { provider: … }` with an HTTP key-value store';

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
    option: 'http.socketPath',
    needs: 'sockets',
    instead: 'Leave it out: the platform calls the server',
    isSet: ({ http }) => http.socketPath !== undefined,
  },
];

/** What a platform cannot run is refused here, not discovered by its users. */
export const checkTargetUnsupported: Rule = (model, target) => {
  const { options } = model.server;
  if (target === undefined || options === undefined) return [];
  const asked = [
    ...storeSites({ ...model.server, options }).map(storeNeed),
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
  return needed === 'node' ? target.bundle.platform === 'node' : target.supports[needed];
}

/** The platform requirements of a store. */
const storeNeed = ({ kind, label, path }: StoreSite): Asked => ({ label, option: path, needs: storeNeeds[kind], instead: keyValueStore });

const storeNeeds: Readonly<Record<StoreSite['kind'], Asked['needs']>> = { sqlite: 'sqlite', redis: 'tcpRedis', 'http-kv': 'nothing' };

const pageNeeds = ({ label, options }: DeclaredAuth): readonly Asked[] =>
  ['ui', 'extras']
    .filter((member) => options[member] !== undefined)
    .map((member) => ({
      label,
      option: `auth.${member}`,
      needs: 'node',
      instead: 'Leave it out: pages of your own are served by Node only; `login` with its fields works everywhere',
    }));

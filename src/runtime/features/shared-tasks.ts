import { SharedTaskStore, signOfLifeMs } from '../mcp/tasks/shared-task-store.ts';
import { readTaskSettings } from '../mcp/tasks/task-runner.ts';
import { randomId } from '../std/index.ts';
import { serverIdentity } from '../storage/server-identity.ts';
import { readStoreOption, type StoreOptions } from '../storage/store-options.ts';
import type { ApplicationCore } from './application/application-core.ts';
import { readBus, readKeptState } from './sharing/kept-state.ts';
import { useBus, useStore } from '../storage/stores.ts';
import type { SharedTasks } from './sharing/sharing.ts';
import { defineFeature, type FeatureInput } from './application/define-feature.ts';

/** Tasks in `tasks.redis`, `tasks.sqlite` or the store of the server; what the feature `tasks` keeps them in. */
export const sharedTasks = defineFeature('shared-tasks', (parts) => {
  const own = readOwnStore(parts);
  const options = own ?? readKeptState(parts).common;
  if (options === undefined || !readTaskSettings(parts.runtime.declared.tasks).enabled) return {};
  return { provides: { sharedTasks: () => openTasks(options, parts) } };
});

function readOwnStore({ environment: variables, runtime }: ApplicationCore): StoreOptions | undefined {
  const { keyPrefix, redis, sqlite } = runtime.declared.tasks ?? {};
  if (redis === undefined && sqlite === undefined) return undefined;
  const options = readStoreOption({ redis, sqlite }, { path: 'tasks', variables });
  return options === undefined || keyPrefix === undefined ? options : { ...options, keyPrefix };
}

function openTasks(options: StoreOptions, parts: FeatureInput<'shared-tasks'>): SharedTasks {
  const { environment, logger, runtime, stores } = parts;
  const records = useStore(stores, options, runtime.declared.tasks?.keyPrefix === undefined ? 'task:' : '');
  const busOptions = readBus(runtime.declared.pubsub, { store: options, variables: environment });
  const bus = busOptions === undefined ? undefined : useBus(stores, busOptions);
  const channel = `${options.keyPrefix}bus:task:${serverIdentity(parts)}`;
  const { defaultPollIntervalMs: pollIntervalMs } = readTaskSettings(runtime.declared.tasks);
  const warn = (failure: unknown): void => logger.warn('the store of tasks did not answer', { failure });
  const store = new SharedTaskStore({
    records,
    clock: runtime.now,
    tell: (id) => void bus?.publish(channel, id).catch(warn),
    lookMs: bus === undefined ? pollIntervalMs : looksBehindBus * pollIntervalMs,
    ...(runtime.environment.runtime === 'edge' ? {} : { instance: randomId() }),
  });
  return {
    store,
    start: async () => {
      const stopHearing = await bus?.subscribe(channel, (id) => store.hear(id));
      await store.signLife();
      const timer = setInterval(() => void store.signLife().catch(warn), signOfLifeMs);
      // A platform without processes has numbers here, and nothing to hold open.
      if (typeof timer === 'object') timer.unref();
      return async () => {
        clearInterval(timer);
        await stopHearing?.();
      };
    },
  };
}

/** A lost message is detected later than one that could not be sent. */
const looksBehindBus = 5;

import type { Heartbeats } from '../../cluster/nodes/heartbeats.ts';
import type { NodeWatch } from '../../cluster/nodes/node-watch.ts';
import type { Clock, Logger } from '../../std/index.ts';
import type { HaSettings } from './ha-settings.ts';

interface BeatOptions {
  readonly beats: Heartbeats;
  readonly watch: NodeWatch;
  readonly logger: Logger;
  readonly settings: Pick<HaSettings, 'SERVICE_HA_HEARTBEAT_INTERVAL_MS' | 'SERVICE_HA_HEARTBEAT_TTL_MS'>;
  readonly clock: Clock;
  /** Says again whose the sessions with a stream here are. */
  readonly hold: () => Promise<void>;
}

export interface NodeLife {
  /** For readiness: `degraded` while another process has the same name, `unhealthy` once others take this node for gone. */
  status(): 'healthy' | 'degraded' | 'unhealthy';
  /** @throws {StorageConnectionError} when the first sign of life cannot be given */
  start(): Promise<() => Promise<void>>;
}

/** Signs of life of this node, and a look at the others after each. */
export function beatRegularly({ beats, clock, hold, logger, settings, watch }: BeatOptions): NodeLife {
  let [beatenAt, shared, running] = [0, false, false];
  const beat = async (): Promise<void> => {
    const found = await beats.beat();
    beatenAt = clock();
    if (found === 'not alone' && !shared)
      logger.error('another process has the same machine id: set MACHINE_ID to a name of its own for each instance');
    shared = found === 'not alone';
    if (found === 'lapsed') {
      // Then the store was away, or this process: signs of others may have ended with it, and come back before the next look.
      await hold();
      return;
    }
    await watch.look();
  };
  const beatAgain = (): void => {
    if (running) return;
    running = true;
    beat()
      .catch((failure: unknown) => logger.warn('no sign of life could be given to the other nodes', { failure }))
      .finally(() => (running = false));
  };
  return {
    status: () => (clock() - beatenAt > settings.SERVICE_HA_HEARTBEAT_TTL_MS ? 'unhealthy' : shared ? 'degraded' : 'healthy'),
    start: async () => {
      await beat();
      const timer = setInterval(beatAgain, settings.SERVICE_HA_HEARTBEAT_INTERVAL_MS);
      // A platform without processes has numbers here, and nothing to hold open.
      if (typeof timer === 'object') timer.unref();
      return async () => {
        clearInterval(timer);
        watch.stop();
        await beats.leave().catch((failure: unknown) => logger.warn('the other nodes could not be told of the end', { failure }));
      };
    },
  };
}

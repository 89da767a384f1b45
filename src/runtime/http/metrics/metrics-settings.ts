import { fieldsOf } from '../../std/index.ts';
import type { Environment } from '../../options/env.ts';
import { normaliseEntryPath } from '../http-settings.ts';
import type { ProcessChoice } from './process-facts.ts';

/** The server option `metrics`, defaults applied; forms were checked with the other options. */
export interface MetricsSettings {
  readonly enabled: boolean;
  readonly path: string;
  readonly format: 'prometheus' | 'json';
  readonly needsToken: boolean;
  readonly token: string | undefined;
  readonly tokenEnv: string;
  /** Undefined: every group. */
  readonly include: readonly string[] | undefined;
  readonly process: ProcessChoice;
}

export function readMetricsSettings(value: unknown, environment: Environment): MetricsSettings {
  const options = fieldsOf(value);
  const { auth, enabled, format, include, path } = options;
  const chosen = fieldsOf(options['process']);
  const own = fieldsOf(auth)['token'];
  const tokenEnv = typeof options['tokenEnv'] === 'string' ? options['tokenEnv'] : 'SERVICE_METRICS_TOKEN';
  return {
    enabled: enabled === true,
    path: normaliseEntryPath(typeof path === 'string' ? path : '/metrics'),
    format: format === 'json' ? 'json' : 'prometheus',
    needsToken: auth === 'token' || typeof auth === 'object',
    token: typeof own === 'string' && own !== '' ? own : environment.variable(tokenEnv),
    tokenEnv,
    include: Array.isArray(include) ? include.filter((item) => typeof item === 'string') : undefined,
    process: {
      eventLoopLag: chosen['eventLoopLag'] !== false,
      fdCount: chosen['fdCount'] !== false,
      activeHandles: chosen['activeHandles'] !== false,
    },
  };
}

import type { MetricsOptions } from '../../define/operations-options.ts';
import type { Environment } from '../../options/env.ts';
import { metricsDefaults, metricsProcessDefaults } from '../../options/generated.ts';
import { withDefaults } from '../../options/with-defaults.ts';
import { normaliseEntryPath } from '../http-settings.ts';

export type MetricsSettings = ReturnType<typeof readMetricsSettings>;

/** The server option `metrics`. A token in the code wins over the variable; an empty one is none. */
export function readMetricsSettings(declared: MetricsOptions | undefined, environment: Environment) {
  const metrics = withDefaults(declared, metricsDefaults);
  const { auth, path, tokenEnv } = metrics;
  const include: readonly string[] | undefined = metrics.include;
  return {
    ...metrics,
    path: normaliseEntryPath(path),
    needsToken: auth !== 'public',
    token: (typeof auth === 'object' && auth.token) || environment.variable(tokenEnv),
    /** Undefined: every group. */
    include,
    process: withDefaults(metrics.process, metricsProcessDefaults),
  };
}

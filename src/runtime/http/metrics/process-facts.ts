import type { MetricsOptions } from '../../define/operations-options.ts';
import type { Environment } from '../../options/env.ts';
import { metricsDefaults, metricsProcessDefaults } from '../../options/generated.ts';
import { withDefaults } from '../../options/with-defaults.ts';
import { normaliseEntryPath } from '../http-settings.ts';
import type { MetricsRegistry } from './metrics-registry.ts';

/** Measurements of the host's process; platforms without a process have none of these gauges. */
export interface ProcessFacts {
  memory(): { readonly residentBytes: number; readonly heapUsedBytes: number; readonly heapTotalBytes: number };
  /** User and system seconds since the start. */
  cpuSeconds(): number;
  uptimeSeconds(): number;
  activeHandles(): number;
  activeRequests(): number;
  /** Undefined where the system does not tell. */
  openFiles(): number | undefined;
}

export interface ProcessChoice {
  readonly eventLoopLag: boolean;
  readonly fdCount: boolean;
  readonly activeHandles: boolean;
}

/** Looks at the process once; the lag of the event loop is how late a timer of no time comes. */
export async function measureProcess(registry: MetricsRegistry, facts: ProcessFacts, choice: ProcessChoice): Promise<void> {
  const memory = facts.memory();
  registry.gauge('service_process_uptime_seconds', 'Seconds since the process started.', facts.uptimeSeconds());
  registry.gauge('service_process_cpu_seconds', 'User and system CPU seconds.', facts.cpuSeconds());
  registry.gauge('service_process_resident_memory_bytes', 'Resident memory.', memory.residentBytes);
  registry.gauge('service_process_heap_used_bytes', 'Heap in use.', memory.heapUsedBytes);
  registry.gauge('service_process_heap_total_bytes', 'Heap reserved.', memory.heapTotalBytes);
  if (choice.activeHandles) {
    registry.gauge('service_nodejs_active_handles', 'Active handles.', facts.activeHandles());
    registry.gauge('service_nodejs_active_requests', 'Active requests.', facts.activeRequests());
  }
  const files = choice.fdCount ? facts.openFiles() : undefined;
  if (files !== undefined) registry.gauge('service_nodejs_open_fds', 'Open file descriptors.', files);
  if (choice.eventLoopLag) registry.gauge('service_nodejs_eventloop_lag_seconds', 'Lag of the event loop.', await timerLagSeconds());
}

function timerLagSeconds(): Promise<number> {
  const began = performance.now();
  // A timer of 0 is one of 1 ms.
  return new Promise((resolve) => setTimeout(() => resolve(Math.max(0, performance.now() - began - 1) / 1000), 0));
}

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

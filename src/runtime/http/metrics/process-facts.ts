import type { MetricsRegistry } from './metrics-registry.ts';
import { fieldsOf } from '../../std/index.ts';
import type { Environment } from '../../options/env.ts';
import { normaliseEntryPath } from '../http-settings.ts';

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

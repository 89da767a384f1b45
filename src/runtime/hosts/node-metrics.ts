import { createMetrics } from '../features/metrics.ts';
import { defineFeature } from '../features/application/define-feature.ts';
import { readdirSync } from 'node:fs';
import type { ProcessFacts } from '../http/metrics/process-facts.ts';

/** On Node the process that the server is has numbers too. */
export const metrics = defineFeature('metrics', (parts) => createMetrics(parts, nodeProcessFacts));

/** Facts about this process, read on demand. */
export const nodeProcessFacts: ProcessFacts = {
  memory: () => {
    const { heapTotal, heapUsed, rss } = process.memoryUsage();
    return { residentBytes: rss, heapUsedBytes: heapUsed, heapTotalBytes: heapTotal };
  },
  cpuSeconds: () => {
    const { system, user } = process.cpuUsage();
    return (user + system) / 1_000_000;
  },
  uptimeSeconds: () => process.uptime(),
  activeHandles: () => countResources((name) => !name.endsWith('Req') && !name.endsWith('ReqWrap')),
  activeRequests: () => countResources((name) => name.endsWith('Req') || name.endsWith('ReqWrap')),
  openFiles: () => {
    try {
      return readdirSync('/proc/self/fd').length;
    } catch {
      return undefined;
    }
  },
};

const countResources = (counts: (name: string) => boolean): number => process.getActiveResourcesInfo().filter(counts).length;

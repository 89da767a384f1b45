import { defineFeature } from './application/define-feature.ts';
import type { HealthOptions, HealthProbe, HealthProbeAnswer } from '../define/operations-options.ts';
import type { ServerRuntime } from '../mcp/call/server-runtime.ts';
import { healthDefaults, healthReadyzDefaults } from '../options/generated.ts';
import { withDefaults } from '../options/with-defaults.ts';
import { hexOf, utf8 } from '../std/index.ts';
import { answerJson } from '../web/json-answer.ts';
import { uncached } from '../http/headers/security.ts';
import { showsDetails, type HealthSources } from '../http/health.ts';
import type { Route } from '../http/router.ts';

/** `/readyz`: standard where a server listens, on request where it is handed requests. */
export const readiness = defineFeature('readiness', () => ({ readyRoute }));

/** Whether everything that the server needs answers. Unlimited like the other checks of health. */
function readyRoute({ probes, runtime }: HealthSources, options: HealthOptions): Route {
  const { includeDetails = showsDetails(runtime), probes: ofServer = [], readyz, readyzPath } = withDefaults(options, healthDefaults);
  const { timeoutMs } = withDefaults(readyz, healthReadyzDefaults);
  const check = createReadiness(runtime, {
    probes: () => [...probes, ...ofServer],
    timeoutMs,
    includeDetails,
  });
  const answer = async () => {
    const report = await check();
    return answerJson(report.status === 'ready' ? 200 : 503, report, uncached);
  };
  return { method: 'GET', path: readyzPath, unlimited: true, answer };
}

interface ReadinessReport {
  readonly status: 'ready' | 'not_ready';
  readonly totalLatencyMs: number;
  readonly catalog: Readonly<Record<string, string | number>>;
  readonly probes: Readonly<Record<string, { readonly status: string; readonly latencyMs: number; readonly details?: unknown }>>;
}

const readyStatuses = new Set(['ok', 'healthy', 'degraded']);

/** Asks every probe at once. Requests that come while it runs share the answer: a public path must not multiply work on a store. */
function createReadiness(
  runtime: ServerRuntime,
  options: { probes: () => readonly HealthProbe[]; timeoutMs: number; includeDetails: boolean },
): () => Promise<ReadinessReport> {
  let running: Promise<ReadinessReport> | undefined;
  const run = async (): Promise<ReadinessReport> => {
    const started = runtime.now();
    const asked = options.probes();
    const [catalog, answers] = await Promise.all([
      describeCatalog(runtime),
      Promise.all(asked.map((probe) => ask(runtime, probe, options))),
    ]);
    const ready = answers.every(({ status }) => readyStatuses.has(status));
    const probes = Object.fromEntries(asked.map(({ name }, at) => [name, answers[at] ?? { status: 'unhealthy', latencyMs: 0 }]));
    return { status: ready ? 'ready' : 'not_ready', totalLatencyMs: runtime.now() - started, catalog, probes };
  };
  return () => (running ??= run().finally(() => (running = undefined)));
}

async function ask(
  runtime: ServerRuntime,
  probe: HealthProbe,
  { timeoutMs, includeDetails }: { timeoutMs: number; includeDetails: boolean },
): Promise<ReadinessReport['probes'][string]> {
  const started = runtime.now();
  const latency = (): number => runtime.now() - started;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<HealthProbeAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ status: 'timeout' }), timeoutMs);
  });
  try {
    const { details, status } = await Promise.race([late, Promise.resolve().then(() => probe.check())]);
    const known = String(status);
    return { status: known, latencyMs: latency(), ...(includeDetails && details !== undefined ? { details } : {}) };
  } catch (failure) {
    runtime.logger.warn('a readiness probe failed', { probe: probe.name, failure });
    return { status: 'unhealthy', latencyMs: latency() };
  } finally {
    clearTimeout(timer);
  }
}

/** Tells a deployment which entries this instance serves without naming them. */
async function describeCatalog({ model }: ServerRuntime): Promise<ReadinessReport['catalog']> {
  const names = model.tools.map(({ listedName }) => listedName).sort();
  const digest = await crypto.subtle.digest('SHA-256', utf8(names.join('\n')));
  return {
    toolsHash: hexOf(new Uint8Array(digest)),
    toolCount: model.tools.length,
    resourceCount: model.resources.length + model.resourceTemplates.length,
    promptCount: model.prompts.length,
    skillCount: model.skills?.length ?? 0,
    agentCount: 0,
  };
}

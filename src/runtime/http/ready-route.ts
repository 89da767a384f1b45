import { answerJson } from '../web/json-answer.ts';
import { uncached } from './headers/security.ts';
import { showsDetails, type HealthOptions, type HealthSources } from './health.ts';
import { createReadiness, readProbes } from './readiness.ts';
import type { Route } from './router.ts';

const standardTimeoutMs = 5000;

/** Whether everything that the server needs answers. Unlimited like the other checks of health. */
export function readyRoute({ probes, runtime }: HealthSources, options: HealthOptions): Route {
  const ofServer = readProbes(options.probes);
  const check = createReadiness(runtime, {
    probes: () => [...probes, ...ofServer],
    timeoutMs: options.readyz?.timeoutMs ?? standardTimeoutMs,
    includeDetails: options.includeDetails ?? showsDetails(runtime),
  });
  const answer = async () => {
    const report = await check();
    return answerJson(report.status === 'ready' ? 200 : 503, report, uncached);
  };
  return { method: 'GET', path: options.readyzPath ?? '/readyz', unlimited: true, answer };
}

import { answerJson } from '../web/json-answer.ts';
import { recordAt, type HealthOptions, type HealthParts } from './health.ts';
import { createReadiness, readProbes } from './readiness.ts';
import type { Route } from './router.ts';

/** Whether everything that the server needs answers (supplement section 5.9). Unlimited like the other checks of health. */
export function readyRoute(parts: HealthParts, options: HealthOptions): Route {
  const probes = [...parts.probes, ...readProbes(recordAt(parts.runtime.declared, 'health')['probes'])];
  const check = createReadiness(parts.runtime, { probes, timeoutMs: options.timeoutMs, includeDetails: options.includeDetails });
  const answer = async () => {
    const report = await check();
    return answerJson(report.status === 'ready' ? 200 : 503, report, { 'cache-control': 'no-store' });
  };
  return { method: 'GET', path: options.readyzPath, unlimited: true, answer };
}

import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Health and readiness. */
export const rows: readonly RequirementRow[] = rowsOf({
  'S5.9.healthz': 'healthz: status, server, runtime, uptime; no place in production.',
  'S5.9.readyz': 'readyz: 200 or 503, catalog and probes; details outside of production.',
  'S5.9.readyz.apps': 'Where apps have endpoints of their own, readyz also asks their stores, named `<app id>: <store>`.',
  'S5.9.health.options': 'enabled, healthzPath, readyzPath and readyz.enabled.',
});

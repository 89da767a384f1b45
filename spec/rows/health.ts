import type { RequirementRow } from '../requirement-row.ts';

/** Health and readiness: supplement section 5.9. */
export const rows: readonly RequirementRow[] = [
  { id: 'S5.9.healthz', document: 'spec 4', section: '5.9', rule: 'healthz: status, server, runtime, uptime; no place in production.' },
  { id: 'S5.9.readyz', document: 'spec 4', section: '5.9', rule: 'readyz: 200 or 503, catalog and probes; details outside of production.' },
  { id: 'S5.9.health.options', document: 'spec 4', section: '5.9', rule: 'enabled, healthzPath, readyzPath and readyz.enabled.' },
];

export { DashboardApp } from './dashboard-app.ts';
export type { DashboardAuth, DashboardOptions } from './dashboard-options.ts';
export { DashboardPlugin } from './dashboard-plugin.ts';
export type { DashboardCdn } from './hosted-modules.ts';
export { resetDashboardOptions } from './process-options.ts';

/* What a user's `service.config.ts` imports as `@service/cli/config`: types and one identity function, nothing that loads. */
import type { ProjectCommand } from './project-command.ts';
import type { ServiceConfig } from './service-config.ts';

export type { Deployment, DeploymentServer } from './deployment-config.ts';
export type { ServiceConfig } from './service-config.ts';

export type { ProjectCommand, ProjectCommandCall } from './project-command.ts';

/**
 * Types a config as you write it.
 *
 * @example
 * import { defineConfig } from '@service/cli/config';
 * export default defineConfig({ name: 'weather', deployments: [{ target: 'node' }] });
 */
export const defineConfig = (config: ServiceConfig): ServiceConfig => config;

/**
 * Types a command of the project as you write it.
 *
 * @example
 * import { defineCommand } from '@service/cli/config';
 * export default defineCommand(({ arguments: { version } }) => `Releasing ${String(version)}`);
 */
export const defineCommand = (command: ProjectCommand): ProjectCommand => command;

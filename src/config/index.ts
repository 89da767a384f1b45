/* What a user's `service.config.ts` imports as `@service/cli/config`: types and one identity function, nothing that loads. */
import type { ServiceConfig } from './service-config.ts';

export type { Deployment, DeploymentServer } from './deployment-config.ts';
export type { ServiceConfig } from './service-config.ts';

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
/** Argument of a command of a project (`cli.commands` of the config). */
export interface ProjectCommandCall {
  /** By the names of the config; a variadic one is a list. */
  readonly arguments: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** By their long names, without dashes in front. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Working directory of the person. */
  readonly cwd: string;
  /** Folder of the config. */
  readonly root: string;
  /** Variables of the process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Default export of the module that `cli.commands.<name>.entry` names. Its result is printed: text as it is, anything else as JSON. */
export type ProjectCommand = (call: ProjectCommandCall) => unknown;

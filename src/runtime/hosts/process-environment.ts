import { tellsFailures, type RuntimeEnvironment } from '../define/index.ts';
import { listeningCapabilities } from '../http/http-settings.ts';
import { inspectProcess, nonEmptyVariables, type Environment, type ProcessEnvironment } from '../options/env.ts';
import type { Host, HostedServer } from './host.ts';
import { readStartEnvironment } from './read-start-environment.ts';

/** An unset `NODE_ENV` counts as development for `availableWhen`, but callers then see no internal failure texts. */
export function describeNode(environment: Environment): RuntimeEnvironment {
  return {
    os: process.platform,
    runtime: 'node',
    deployment: environment.SERVICE_DEPLOYMENT_MODE ?? 'standalone',
    surface: 'mcp',
    env: environment.NODE_ENV ?? 'development',
    tellsFailures: tellsFailures(environment.NODE_ENV),
  };
}

/** A process of Node, which listens itself. */
export const nodeHost: Host<ProcessEnvironment> = {
  inspect: inspectProcess,
  describe: describeNode,
  capabilities: listeningCapabilities,
};

/** Variables of the process that are set. */
export const processVariables = (): Record<string, string> => nonEmptyVariables(process.env);

/** @throws {ServiceError} `CONFIG_INVALID` with everything that is wrong */
export const readNodeEnvironment = (hosted: HostedServer): Promise<ProcessEnvironment> =>
  readStartEnvironment(hosted, { ...hosted.settings.variables, ...processVariables() }, nodeHost);

import { ServiceError } from '../errors/index.ts';
import { inspectEnvironment } from '../options/env.ts';
import type { Environment, EnvironmentSource } from '../options/env.ts';
import type { HostedServer } from './host-settings.ts';

/**
 * The variables of a start. When one is bad the options are looked at too, so that an operator reads everything that is wrong at once.
 * @throws {ServiceError} `CONFIG_INVALID` with one fault a line: the variable or option, what a good value is, never the value
 */
export async function readStart(hosted: HostedServer, source: EnvironmentSource): Promise<Environment> {
  const { environment, problems } = inspectEnvironment(source);
  if (problems.length === 0) return environment;
  const faults = [...problems, ...(await optionFaults(hosted))];
  throw new ServiceError('CONFIG_INVALID', `The server is not configured well:\n${faults.map((fault) => `  ${fault}`).join('\n')}`, {
    status: 500,
    expose: true,
  });
}

async function optionFaults({ assembly, constants, server }: HostedServer): Promise<readonly string[]> {
  try {
    await assembly.checkOptions?.(server, constants);
    return [];
  } catch (failure) {
    // Anything else is reported when the server is built, after the variables have been mended.
    return failure instanceof ServiceError ? failure.message.split('\n') : [];
  }
}

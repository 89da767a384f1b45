import { ServiceError } from '../errors/index.ts';
import type { Environment, EnvironmentSource } from '../options/env.ts';
import { assemblyStepsOf } from '../features/application/define-feature.ts';
import { silentLogger } from '../std/index.ts';
import type { Host, HostedServer } from './host.ts';
import { openHttpApplication } from './open-application.ts';

/**
 * The variables of a start. When one is bad everything else is looked at too, so that an operator reads all that is wrong at once.
 * @throws {ServiceError} `CONFIG_INVALID` with one fault a line: the variable or option, what a good value is, never the value
 */
export async function readStartEnvironment<E extends Environment>(
  hosted: HostedServer,
  source: EnvironmentSource,
  host: Host<E>,
): Promise<E> {
  const { environment, problems: ownProblems } = host.inspect(source);
  const problems = [...ownProblems, ...hosted.features.flatMap(({ checkVariables }) => checkVariables?.(source) ?? [])];
  if (problems.length === 0) return environment;
  const faults = [...problems, ...(await otherFaults(hosted, environment, host))];
  throw new ServiceError('CONFIG_INVALID', `The server is not configured well:\n${faults.map((fault) => `  ${fault}`).join('\n')}`, {
    status: 500,
    expose: true,
  });
}

/** Other faults that would stop the start: the server is assembled with default variables, but not started. */
async function otherFaults(
  hosted: HostedServer,
  environment: Environment,
  host: Pick<Host, 'describe' | 'capabilities'>,
): Promise<readonly string[]> {
  const { constants, features, server } = hosted;
  try {
    const { options, prepareAdapter } = assemblyStepsOf(features);
    await options?.check(server, constants, prepareAdapter);
    const log = { logger: silentLogger, addSink: () => undefined };
    await (await openHttpApplication(hosted, { environment, host, log })).close();
    return [];
  } catch (failure) {
    // Anything else is reported when the server is built, after the variables have been mended.
    return failure instanceof ServiceError ? failure.message.split('\n') : [];
  }
}

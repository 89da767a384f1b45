import { inspectCalled } from '../options/env.ts';
import type { FetchPlatform } from './fetch.ts';
import { describeNode, processVariables } from './process-environment.ts';

/** A process of Node that belongs to somebody else, who calls the server with requests: variables, stores and log are those of the process. */
export const calledPlatform = (): Pick<FetchPlatform, 'inspect' | 'describe' | 'variables' | 'write'> => ({
  inspect: inspectCalled,
  describe: describeNode,
  variables: processVariables(),
  write: (line) => void process.stderr.write(`${line}\n`),
});

/** The same on a function service: production unless NODE_ENV says otherwise. */
export const functionPlatform = (): ReturnType<typeof calledPlatform> => ({
  ...calledPlatform(),
  describe: (environment) => ({ ...describeNode(environment), env: environment.NODE_ENV ?? 'production' }),
});

import { ServiceError } from '../errors/index.ts';
import { guardStdout } from './guard-stdout.ts';
import { exitProcess } from './process-exit.ts';
import { readRunnerFlags } from './runner-flags.ts';

/**
 * Called before the user's modules load. What they throw then, or later outside of any call, is said in one line that a stranger can act
 * on; a stack is shown only when `SERVICE_LOG_LEVEL` is `debug`, because it names paths of the build machine and helps nobody else. Under
 * stdio what they print while they load must not reach the client either.
 */
export function reportStartFailures(name: string): void {
  if (speaksStdio()) guardStdout();
  const report = (error: unknown): void => {
    process.stderr.write(`${name}: ${describeFailure(error)}\n`);
    exitProcess(1);
  };
  process.on('uncaughtException', report);
  // Once the server serves, a failure of one call's forgotten promise is the log's business (keepServing).
  process.on('unhandledRejection', (error) => {
    if (process.listenerCount('unhandledRejection') === 1) report(error);
  });
}

function speaksStdio(): boolean {
  const request = readRunnerFlags(process.argv.slice(2));
  return (request.kind === 'serve' && request.stdio) || ['1', 'true'].includes(process.env['SERVICE_STDIO'] ?? '');
}

/** A failure in words; with its stack only when the operator asked for details. */
export function describeFailure(error: unknown): string {
  const known = error instanceof Error ? error : new Error(String(error));
  // Documents name some failures of a start by their class.
  if (known instanceof ServiceError) return known.name === 'ServiceError' ? known.message : `${known.name}: ${known.message}`;
  const kind = known.name === 'Error' ? '' : `${known.name}: `;
  const detail =
    process.env['SERVICE_LOG_LEVEL'] === 'debug' && known.stack !== undefined
      ? known.stack
      : 'Set SERVICE_LOG_LEVEL=debug to see where it happened.';
  return `${kind}${known.message}\n${detail}`;
}

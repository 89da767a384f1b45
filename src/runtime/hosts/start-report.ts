import { ServiceError } from '../errors/index.ts';
import { isSwitchedOn } from '../options/variable-row.ts';
import { guardStdout } from './guard-stdout.ts';
import { exitProcess } from './end-application.ts';
import { readRunnerFlags } from './runner-flags.ts';
import type { StackMapper } from './stack-mapper.ts';

/**
 * Called before the user's modules load. An error that they throw then is reported in one line with its message. A stack is shown only when `SERVICE_LOG_LEVEL` is `debug`, because it names paths of the build machine. Under stdio, output of
 * loading modules must not reach the client either.
 */
export function reportStartFailures(name: string, mapStack?: StackMapper): void {
  if (speaksStdio()) guardStdout();
  const report = (error: unknown): void => {
    process.stderr.write(`${name}: ${describeFailure(error, mapStack)}\n`);
    exitProcess(1);
  };
  // A running server has its own listeners, which log what happens outside of calls (keepServing).
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      if (process.listenerCount(event) === 1) report(error);
    });
}

function speaksStdio(): boolean {
  const request = readRunnerFlags(process.argv.slice(2));
  return (request.kind === 'serve' && request.stdio) || isSwitchedOn(process.env['SERVICE_STDIO']);
}

/** The message of a failure; with its stack only when the operator asked for details. */
export function describeFailure(error: unknown, mapStack?: StackMapper): string {
  const known = error instanceof Error ? error : new Error(String(error));
  // Operators search for some failures by class name, so the message begins with it.
  if (known instanceof ServiceError) return known.name === 'ServiceError' ? known.message : `${known.name}: ${known.message}`;
  const kind = known.name === 'Error' ? '' : `${known.name}: `;
  const detail =
    process.env['SERVICE_LOG_LEVEL'] === 'debug' && known.stack !== undefined
      ? (mapStack?.(known.stack) ?? known.stack)
      : 'Set SERVICE_LOG_LEVEL=debug to see where it happened.';
  return `${kind}${known.message}\n${detail}`;
}

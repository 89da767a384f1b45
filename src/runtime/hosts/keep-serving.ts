import { newErrorId } from '../errors/index.ts';
import type { Logger } from '../std/index.ts';
import { exitProcess } from './end-application.ts';
import type { StackMapper } from './stack-mapper.ts';

interface FatalReport {
  /** Of the server. */
  readonly name: string;
  /** Where its log goes; reached at every log level. */
  readonly write: (text: string) => void;
  readonly mapStack?: StackMapper | undefined;
}

/**
 * From now on the failure of an unawaited promise is logged and does not end the process: one forgotten `await` in a tool must not
 * take every other caller's server away. An exception outside of any promise (a timer, an event) still ends the process, which is in no
 * known state then; its stack is all that shows where it came from, so it is written whatever the log level is.
 * @returns undoes it
 */
export function keepServing(logger: Logger, { mapStack, name, write }: FatalReport): () => void {
  const heard = (reason: unknown): void => {
    const error = reason instanceof Error ? { message: reason.message, stack: reason.stack } : { message: describe(reason) };
    logger.error('an unawaited promise failed', { errorId: newErrorId(), ...error });
  };
  const ended = (reason: unknown): void => {
    const { message, stack = message } = reason instanceof Error ? reason : { message: describe(reason) };
    logger.error('an error outside of any call ended the server', { errorId: newErrorId(), message });
    write(`${name}: ${mapStack?.(stack) ?? stack}\n`);
    exitProcess(1);
  };
  process.on('unhandledRejection', heard);
  process.on('uncaughtException', ended);
  return () => {
    process.off('unhandledRejection', heard);
    process.off('uncaughtException', ended);
  };
}

function describe(reason: unknown): string {
  try {
    return String(reason);
  } catch {
    return 'something that cannot be read';
  }
}

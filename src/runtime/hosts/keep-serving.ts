import { newErrorId } from '../errors/index.ts';
import type { Logger } from '../std/index.ts';

/**
 * From now on the failure of an unawaited promise is logged and does not end the process: one forgotten `await` in a tool must not
 * take every other caller's server away. An exception outside of any promise still ends the process, which is in no known state then.
 * @returns undoes it
 */
export function keepServing(logger: Logger): () => void {
  const heard = (reason: unknown): void => {
    const error = reason instanceof Error ? { message: reason.message, stack: reason.stack } : { message: describe(reason) };
    logger.error('an unawaited promise failed', { errorId: newErrorId(), ...error });
  };
  process.on('unhandledRejection', heard);
  return () => void process.off('unhandledRejection', heard);
}

function describe(reason: unknown): string {
  try {
    return String(reason);
  } catch {
    return 'something that cannot be read';
  }
}

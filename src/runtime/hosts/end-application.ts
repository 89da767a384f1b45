import type { Application } from '../features/application/application.ts';

/**
 * Ends an application within a time limit and logs what did not end: an unreachable store or a disposer that never returns must not keep
 * the process alive.
 */
export async function endApplication(application: Pick<Application, 'close' | 'logger'>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`something did not end within ${milliseconds / 1000} s`)), milliseconds);
  });
  try {
    await Promise.race([application.close(), late]);
  } catch (failure) {
    application.logger.error('the server could not end everything that it runs', { failure });
  } finally {
    clearTimeout(timer);
  }
}

/** Ends the process. Open handles of user code (timers, sockets) must not keep a server alive that was told to stop. */
export function exitProcess(code: number): never {
  process.exitCode = code;
  process.exit();
}

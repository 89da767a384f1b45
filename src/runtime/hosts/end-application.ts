import type { Application } from '../features/application/application.ts';

/**
 * Ends an application, and says what did not end. Whoever was told to stop waits no longer: a store that is away, or a disposer that never
 * returns, would keep a process alive until it is killed.
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

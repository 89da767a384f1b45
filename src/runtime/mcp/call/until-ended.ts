import { ServiceError } from '../../errors/index.ts';
import type { RunningCall } from './running-call.ts';

/** The handler's value, or an error as soon as the time is over or the caller gave up: a handler that never ends holds nothing. */
export function untilEnded(value: PromiseLike<unknown>, running: RunningCall): Promise<unknown> {
  const { name, request, timeoutMs } = running.parts;
  const outer = running.outerSignal;
  const began = timeoutMs === undefined ? 0 : Date.now();
  return new Promise((resolve, reject) => {
    const end = (error: ServiceError): void => {
      release();
      reject(error);
      running.end(error);
    };
    const onAbort = (): void => {
      const mostMs = timeoutMs === undefined ? undefined : began + timeoutMs - Date.now();
      // Who leaves must not make room for another call while the author's work of this one goes on.
      request.http.hold?.lastUntil(value, mostMs);
      request.hold?.lastUntil(value, mostMs);
      end(new ServiceError('REQUEST_CANCELLED', `Execution of "${name}" was cancelled`));
    };
    const late = (): void => end(new ServiceError('EXECUTION_TIMEOUT', `Execution of "${name}" timed out after ${timeoutMs}ms`));
    const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs);
    const release = (): void => {
      clearTimeout(timer);
      outer.removeEventListener('abort', onAbort);
    };
    if (outer.aborted) onAbort();
    else outer.addEventListener('abort', onAbort);
    value.then(
      (settled) => {
        release();
        resolve(settled);
      },
      (error: unknown) => {
        release();
        reject(error);
      },
    );
  });
}

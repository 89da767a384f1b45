import { ServiceError } from '../../errors/index.ts';

/** When a call must end whether or not its handler does. */
export interface CallLimits {
  readonly name: string;
  readonly timeoutMs: number | undefined;
  /** Of the request. */
  readonly outer: AbortSignal;
  /** What the handler sees; aborted by the time limit too. Absent without a limit. */
  readonly controller: AbortController | undefined;
}

/** Limits of a call and the signal its handler sees. */
export function limitsOf(name: string, timeoutMs: number | undefined, outer: AbortSignal): CallLimits & { readonly signal: AbortSignal } {
  const controller = timeoutMs === undefined ? undefined : new AbortController();
  return { name, timeoutMs, outer, controller, signal: controller === undefined ? outer : AbortSignal.any([outer, controller.signal]) };
}

/** The handler's value, or an error as soon as the time is over or the caller gave up: a handler that never ends holds nothing. */
export function untilEnded(running: PromiseLike<unknown>, limits: CallLimits): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (error: ServiceError): void => {
      release();
      reject(error);
      limits.controller?.abort(error);
    };
    const onAbort = (): void => end(new ServiceError('REQUEST_CANCELLED', `Execution of "${limits.name}" was cancelled`));
    const late = (): void =>
      end(new ServiceError('EXECUTION_TIMEOUT', `Execution of "${limits.name}" timed out after ${limits.timeoutMs}ms`));
    const timer = limits.timeoutMs === undefined ? undefined : setTimeout(late, limits.timeoutMs);
    const release = (): void => {
      clearTimeout(timer);
      limits.outer.removeEventListener('abort', onAbort);
    };
    if (limits.outer.aborted) onAbort();
    else limits.outer.addEventListener('abort', onAbort, { once: true });
    running.then(
      (value) => {
        release();
        resolve(value);
      },
      (error: unknown) => {
        release();
        reject(error);
      },
    );
  });
}

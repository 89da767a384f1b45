import { ServiceError } from '../../errors/index.ts';
import type { CallRequest } from './call-request.ts';

/** A call whose time can be over. */
export interface EndableCall {
  readonly parts: { readonly name: string; readonly request: CallRequest; readonly timeoutMs?: number | undefined };
  /** Signal of the request. */
  readonly outerSignal: AbortSignal;
  /** End of its time in milliseconds since the epoch; set by the first wait. */
  endsAt: number | undefined;
  end(reason: Error): void;
}

/**
 * The value of the author's code, or an error as soon as the time is over or the caller gave up: code that never ends holds nothing.
 * Awaited providers and the handler share the time of one call.
 */
export function untilEnded(value: PromiseLike<unknown>, running: EndableCall): Promise<unknown> {
  const { name, request, timeoutMs } = running.parts;
  const outer = running.outerSignal;
  const endsAt = timeoutMs === undefined ? undefined : (running.endsAt ??= Date.now() + timeoutMs);
  return new Promise((resolve, reject) => {
    const end = (error: ServiceError): void => {
      release();
      reject(error);
      running.end(error);
    };
    const onAbort = (): void => {
      const maxMs = endsAt === undefined ? undefined : endsAt - Date.now();
      // A caller that leaves must not free its slot while the author's work continues.
      request.http.hold?.lastUntil(value, maxMs);
      request.hold?.lastUntil(value, maxMs);
      end(new ServiceError('REQUEST_CANCELLED', `Execution of "${name}" was cancelled`));
    };
    const late = (): void => end(new ServiceError('EXECUTION_TIMEOUT', `Execution of "${name}" timed out after ${timeoutMs}ms`));
    const timer = endsAt === undefined ? undefined : setTimeout(late, endsAt - Date.now());
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

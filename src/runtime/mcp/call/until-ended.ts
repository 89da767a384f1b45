import { ServiceError } from '../../errors/index.ts';

/** When a call must end whether or not its handler does. Its signals are made when somebody asks: a handler that returns at once never does. */
export class CallLimits {
  readonly name: string;
  readonly timeoutMs: number | undefined;
  readonly #request: { readonly signal: AbortSignal };
  #controller: AbortController | undefined;
  #signal: AbortSignal | undefined;

  constructor(name: string, timeoutMs: number | undefined, request: { readonly signal: AbortSignal }) {
    this.name = name;
    this.timeoutMs = timeoutMs;
    this.#request = request;
  }

  /** Of the request. */
  get outer(): AbortSignal {
    return this.#request.signal;
  }

  /** What the handler sees; aborted by the time limit too. */
  get signal(): AbortSignal {
    if (this.timeoutMs === undefined) return this.outer;
    this.#controller ??= new AbortController();
    return (this.#signal ??= AbortSignal.any([this.outer, this.#controller.signal]));
  }

  /** The time is over. */
  end(reason: Error): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }
}

/** The handler's value, or an error as soon as the time is over or the caller gave up: a handler that never ends holds nothing. */
export function untilEnded(running: PromiseLike<unknown>, limits: CallLimits): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (error: ServiceError): void => {
      release();
      reject(error);
      limits.end(error);
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

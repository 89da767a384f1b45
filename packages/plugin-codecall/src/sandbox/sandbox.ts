import type { CallAnswer, ScriptJob, ScriptMessage, ScriptOutcome } from './script-job.ts';

/** What a running script reaches. */
export interface ScriptHost {
  /** Never rejects. @param asks told of each question to the client: a person takes their time, and the script's stands still meanwhile */
  call(name: string, args: string, asks: (answered: Promise<unknown>) => void): Promise<CallAnswer>;
  say(message: ScriptMessage): void;
  /** Ends the script. */
  readonly signal: AbortSignal;
}

/** Runs scripts. */
export interface Sandbox {
  /** Never rejects. */
  run(job: ScriptJob, host: ScriptHost): Promise<ScriptOutcome>;
  close(): Promise<void>;
}

/** Time of one script, which stands still while questions are open. */
export class ScriptClock {
  readonly over: Promise<void>;
  isOver = false;
  #left: number;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #questions = 0;
  #end: () => void = () => undefined;
  readonly #told: (isAsking: boolean) => void;
  readonly #signal: AbortSignal;

  /** @param told when the first question is open, and when none is */
  constructor(timeoutMs: number, signal: AbortSignal, told: (isAsking: boolean) => void = () => undefined) {
    this.#left = timeoutMs;
    this.#signal = signal;
    this.#told = told;
    this.over = new Promise((resolve) => (this.#end = resolve));
    signal.addEventListener('abort', this.#stop);
    if (signal.aborted) this.#stop();
    else this.#start();
  }

  /** A question is open until it is answered. */
  readonly asks = (answered: Promise<unknown>): void => {
    if (this.#questions++ === 0) this.#pause();
    const done = (): void => {
      if (--this.#questions > 0) return;
      this.#told(false);
      this.#start();
    };
    answered.then(done, done);
  };

  close(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#stop);
  }

  #start(): void {
    if (this.isOver) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#stop, this.#left);
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#left = Math.max(this.#left - (performance.now() - this.#since), 1);
    this.#told(true);
  }

  readonly #stop = (): void => {
    this.isOver = true;
    this.close();
    this.#end();
  };
}

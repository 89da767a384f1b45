import { PublicMcpError } from '@service/sdk/errors';
import type { CallAnswer, ScriptJob, ScriptMessage, ScriptOutcome } from './script-job.ts';

/** Whose scripts are limited together; where neither is known, the totals alone hold. */
export interface ScriptCaller {
  /** The person, or the session of a stranger. */
  readonly who?: string | undefined;
  readonly network?: string | undefined;
}

/** What a running script reaches. */
export interface ScriptHost {
  /** Never rejects. @param asks told of each question before the client is; throws for one too many */
  call(name: string, args: string, asks: (answered: Promise<unknown>) => void): Promise<CallAnswer>;
  say(message: ScriptMessage): void;
  /** Ends the script. */
  readonly signal: AbortSignal;
  readonly caller: ScriptCaller;
}

/** Runs scripts. */
export interface Sandbox {
  /** Never rejects. */
  run(job: ScriptJob, host: ScriptHost): Promise<ScriptOutcome>;
  close(): Promise<void>;
}

/** Open questions of one script. */
const maxQuestions = 8;

/** What becomes of the place that a script has among those that run: `asking` gives it to another one meanwhile. */
export type PlaceState = 'running' | 'asking' | 'left';

/**
 * One script that runs: its place, and its time, which stands still while questions are open. Once it is closed nothing that it is told has an
 * effect: answers come late, and what they would change belongs to another script by then.
 */
export class ScriptClock {
  readonly over: Promise<void>;
  isOver = false;
  isClosed = false;
  #left: number;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #questions = 0;
  #end: () => void = () => undefined;
  readonly #place: (state: PlaceState) => void;
  readonly #signal: AbortSignal;

  /** @param place told when the first question is open, when none is, and at the end */
  constructor(timeoutMs: number, signal: AbortSignal, place: (state: PlaceState) => void = () => undefined) {
    this.#left = timeoutMs;
    this.#signal = signal;
    this.#place = place;
    this.over = new Promise((resolve) => (this.#end = resolve));
    signal.addEventListener('abort', this.#stop);
    if (signal.aborted) this.#stop();
    else this.#start();
  }

  /** A question is open until it is answered. @throws {PublicMcpError} TOO_MANY_QUESTIONS when it is one too many, and is not to be asked */
  readonly asks = (answered: Promise<unknown>): void => {
    if (this.#questions >= maxQuestions)
      throw new PublicMcpError(`a script has at most ${maxQuestions} open questions: wait for an answer first`, 'TOO_MANY_QUESTIONS', 400);
    if (this.#questions++ === 0) this.#pause();
    const done = (): void => {
      if (--this.#questions > 0 || this.isClosed) return;
      this.#place('running');
      this.#start();
    };
    answered.then(done, done);
  };

  /** Its time is over, though no timer could tell so yet: code runs. Some platforms stop this clock meanwhile. */
  get isLate(): boolean {
    return this.isOver || (this.#questions === 0 && performance.now() - this.#since >= this.#left);
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#rest();
    this.#place('left');
  }

  #start(): void {
    if (this.isOver) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#stop, this.#left);
  }

  #pause(): void {
    if (this.isClosed) return;
    clearTimeout(this.#timer);
    this.#left = Math.max(this.#left - (performance.now() - this.#since), 1);
    this.#place('asking');
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => {
    this.isOver = true;
    this.#rest();
    this.#end();
  };
}

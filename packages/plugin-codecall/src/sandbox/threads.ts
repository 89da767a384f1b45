/* Scripts in threads of Node. A thread that does not end in time is terminated: that, and no guard inside, is what ends every script. */
import { Worker } from 'node:worker_threads';
import { type Sandbox, ScriptClock, type ScriptHost } from './sandbox.ts';
import { fault, type ScriptJob, type ScriptOutcome } from './script-job.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** Scripts that run at once; one whose tool asks a person does not count. */
const maxRunning = 2;
/** Threads at once, with those that wait for persons. */
const maxThreads = 8;
const maxWaiting = 64;
/** Milliseconds after its time in which a script may still end by itself. */
const graceMs = 200;

export const createSandbox = (): Sandbox => new ThreadPool();

class ThreadPool implements Sandbox {
  readonly #idle: ScriptThread[] = [];
  readonly #all = new Set<ScriptThread>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  async run(job: ScriptJob, host: ScriptHost): Promise<ScriptOutcome> {
    if (!(await this.#turn(job.limits.timeoutMs, host.signal)))
      return fault('timeout', { message: 'the server runs as many scripts as it can: try again later' });
    const thread = this.#idle.pop() ?? this.#open();
    let isAsking = false;
    const asking = (now: boolean): void => {
      isAsking = now;
      this.#count(now ? -1 : 1);
    };
    try {
      return await thread.run(job, host, asking);
    } finally {
      if (!isAsking) this.#count(-1);
      if (thread.isAlive) this.#idle.push(thread);
      else {
        this.#all.delete(thread);
        // The next script must not wait for the engine.
        if (this.#idle.length === 0 && this.#all.size < maxRunning) this.#idle.push(this.#open());
      }
      this.#next();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  #open(): ScriptThread {
    const thread = new ScriptThread();
    this.#all.add(thread);
    return thread;
  }

  #count(more: number): void {
    this.#running += more;
    if (more < 0) this.#next();
  }

  get #isFree(): boolean {
    return this.#running < maxRunning && this.#all.size - this.#idle.length < maxThreads;
  }

  #next(): void {
    if (this.#isFree) this.#waiting.shift()?.();
  }

  /** Waits for its turn, no longer than a script may run. */
  #turn(waitMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.#isFree) {
      this.#running++;
      return Promise.resolve(true);
    }
    if (this.#waiting.length >= maxWaiting) return Promise.resolve(false);
    return new Promise((resolve) => {
      const leave = (isMine: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        resolve(isMine);
      };
      const take = (): void => {
        this.#running++;
        leave(true);
      };
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        leave(false);
      };
      const timer = setTimeout(giveUp, waitMs);
      signal.addEventListener('abort', giveUp);
      this.#waiting.push(take);
    });
  }
}

class ScriptThread {
  isAlive = true;
  readonly #worker: Worker;
  #hear: (message: FromThread) => void = () => undefined;
  #died: (why: string) => void = () => undefined;

  constructor() {
    // It has no variables of the environment, and nothing of it keeps the process alive.
    this.#worker = new Worker(new URL('./thread.js', import.meta.url), {
      env: {},
      name: 'codecall',
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    this.#worker.unref();
    this.#worker.on('message', (message: FromThread) => this.#hear(message));
    const die = (why: string): void => {
      this.isAlive = false;
      this.#died(why);
    };
    this.#worker.on('error', (failure) => die(String(failure).slice(0, 200)));
    this.#worker.on('exit', () => die('it has ended'));
  }

  async run(job: ScriptJob, host: ScriptHost, asking: (isAsking: boolean) => void): Promise<ScriptOutcome> {
    const flag = new SharedArrayBuffer(4);
    const clock = new ScriptClock(job.limits.timeoutMs, host.signal, asking);
    let ending: ReturnType<typeof setTimeout> | undefined;
    this.#worker.ref();
    try {
      return await new Promise<ScriptOutcome>((resolve) => {
        this.#died = (why) => resolve(fault('runtime_error', { message: `the engine has failed: ${why}` }));
        this.#hear = (message) => {
          if ('outcome' in message) return resolve(message.outcome);
          if ('said' in message) return host.say(message.said);
          const { args, call: to, name } = message;
          host.call(name, args, clock.asks).then(
            (answer) => this.#post({ to, answer }),
            () => undefined,
          );
        };
        void clock.over.then(() => {
          Atomics.store(new Int32Array(flag), 0, 1);
          this.#post({ end: true });
          ending = setTimeout(() => {
            this.isAlive = false;
            void this.#worker.terminate();
            resolve(fault('timeout', { message: 'the script took too long' }));
          }, graceMs);
        });
        this.#post({ job, flag });
      });
    } finally {
      clock.close();
      clearTimeout(ending);
      this.#hear = () => undefined;
      this.#died = () => undefined;
      this.#worker.unref();
    }
  }

  async terminate(): Promise<void> {
    this.isAlive = false;
    await this.#worker.terminate();
  }

  #post(message: ToThread): void {
    if (this.isAlive) this.#worker.postMessage(message);
  }
}

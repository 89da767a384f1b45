/* Scripts in threads of Node. A thread that does not end in time is terminated: that, and no guard inside, is what ends every script. */
import { Worker } from 'node:worker_threads';
import { ScriptPlaces } from './places.ts';
import type { Sandbox, ScriptClock, ScriptHost } from './sandbox.ts';
import { fault, type ScriptJob, type ScriptOutcome } from './script-job.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** Milliseconds after its time in which a script may still end by itself. */
const graceMs = 200;

export const createSandbox = (): Sandbox => new ThreadPool();

/** What waits for persons takes threads, and no processor. */
const limits = {
  running: { total: 4, network: 3, who: 2 },
  open: { total: 8, network: 6, who: 4 },
  waiting: { total: 64, network: 32, who: 16 },
} as const;
/** Threads that wait for the next script. */
const minThreads = 2;

class ThreadPool implements Sandbox {
  readonly #idle: ScriptThread[] = [];
  readonly #all = new Set<ScriptThread>();
  readonly #places = new ScriptPlaces(limits);

  run(job: ScriptJob, host: ScriptHost): Promise<ScriptOutcome> {
    return this.#places.run(job, host, async (clock) => {
      const thread = this.#idle.pop() ?? this.#open();
      try {
        return await thread.run(job, host, clock);
      } finally {
        this.#giveBack(thread);
      }
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  #open(): ScriptThread {
    const thread = new ScriptThread();
    this.#all.add(thread);
    return thread;
  }

  #giveBack(thread: ScriptThread): void {
    if (thread.isAlive) {
      this.#idle.push(thread);
      return;
    }
    this.#all.delete(thread);
    // The next script must not wait for the engine.
    if (this.#idle.length === 0 && this.#all.size < minThreads) this.#idle.push(this.#open());
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

  async run(job: ScriptJob, host: ScriptHost, clock: ScriptClock): Promise<ScriptOutcome> {
    const flag = new SharedArrayBuffer(4);
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
          // The thread is another script's by then.
          if (clock.isClosed) return;
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

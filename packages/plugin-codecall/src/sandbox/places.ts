import { type PlaceState, type ScriptCaller, ScriptClock, type ScriptHost } from './sandbox.ts';
import { fault, type ScriptJob, type ScriptOutcome } from './script-job.ts';

/** How many there are at most: of all callers, of those of one network, and of one caller. */
interface Limit {
  readonly total: number;
  readonly network: number;
  readonly who: number;
}

export interface PlaceLimits {
  /** Scripts that start while others run; one whose tool asks a person does not count, and goes on at once when it is answered. */
  readonly running: Limit;
  /** Those with the ones that ask. */
  readonly open: Limit;
  /** Those that wait for their turn. */
  readonly waiting: Limit;
}

interface Owned {
  readonly caller: ScriptCaller;
}

interface Place extends Owned {
  state: PlaceState;
  /** After it the place counts no longer: a platform may end a request and tell nothing to the script that runs for it. */
  until: number;
}

interface Waiting extends Owned {
  readonly go: () => void;
}

/** Milliseconds beyond its time in which a script has ended by any means. */
const graceMs = 10_000;
/** Milliseconds that a question may be open. */
const maxAskingMs = 600_000;

/** Lets scripts run: so many at once, of which one caller has only a share; the others wait for their turn. */
export class ScriptPlaces {
  readonly #limits: PlaceLimits;
  readonly #now: () => number;
  readonly #open = new Set<Place>();
  readonly #waiting = new Set<Waiting>();

  /** @param now milliseconds */
  constructor(limits: PlaceLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Runs it at its turn, for which it waits no longer than it may run. */
  async run(job: ScriptJob, host: ScriptHost, use: (clock: ScriptClock) => Promise<ScriptOutcome>): Promise<ScriptOutcome> {
    const { timeoutMs } = job.limits;
    const place = this.#enter(host.caller, timeoutMs) ?? (await this.#turn(host, timeoutMs));
    if (place === undefined) return fault('timeout', { message: 'as many scripts run as may, of this caller or of all: try again later' });
    const clock = new ScriptClock(timeoutMs, host.signal, (state) => {
      place.state = state;
      place.until = this.#now() + (state === 'asking' ? maxAskingMs : timeoutMs + graceMs);
      if (state === 'left') this.#open.delete(place);
      this.#next();
    });
    try {
      return await use(clock);
    } finally {
      clock.close();
    }
  }

  #enter(caller: ScriptCaller, timeoutMs: number): Place | undefined {
    for (const place of this.#open) if (place.until < this.#now()) this.#open.delete(place);
    const { open, running } = this.#limits;
    const all = [...this.#open];
    const run = all.filter(({ state }) => state === 'running');
    if (!hasRoom(all, open, caller) || !hasRoom(run, running, caller)) return undefined;
    const place: Place = { caller, state: 'running', until: this.#now() + timeoutMs + graceMs };
    this.#open.add(place);
    return place;
  }

  /** Undefined where there is no room to wait, where it has waited too long, and where its caller has left. */
  #turn({ caller, signal }: ScriptHost, timeoutMs: number): Promise<Place | undefined> {
    if (signal.aborted || !hasRoom([...this.#waiting], this.#limits.waiting, caller)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const leave = (place?: Place): void => {
        this.#waiting.delete(waiting);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        resolve(place);
      };
      const giveUp = (): void => leave();
      const waiting: Waiting = {
        caller,
        go: () => {
          const place = this.#enter(caller, timeoutMs);
          if (place !== undefined) leave(place);
        },
      };
      const timer = setTimeout(giveUp, timeoutMs);
      signal.addEventListener('abort', giveUp);
      this.#waiting.add(waiting);
    });
  }

  /** The first ones that have room; a caller whose share is used up stands in no other's way. */
  #next(): void {
    for (const { go } of this.#waiting) go();
  }
}

const hasRoom = (all: readonly Owned[], limit: Limit, caller: ScriptCaller): boolean =>
  all.length < limit.total &&
  (['network', 'who'] as const).every((by) => {
    const of = caller[by];
    return of === undefined || all.filter((other) => other.caller[by] === of).length < limit[by];
  });

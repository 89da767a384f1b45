import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import sleeps from 'node:timers/promises';

/** Where timers were made. They are held weakly: what a test lets go may be collected. */
const made = new Set<WeakRef<NodeJS.Timeout>>();
const places = new WeakMap<NodeJS.Timeout, Error>();
/** Where what has not ended was begun: a sleep, a child process whose pipes are open. */
const begun = new Set<Error>();

/** Notes from now on where timers and child processes are made: of what keeps a process alive, Node tells the kind alone. */
export function watchWhatIsOpen(): void {
  const noted = { setTimeout: noting(setTimeout), setInterval: noting(setInterval) };
  Object.assign(globalThis, noted);
  Object.assign(timers, noted);
  sleeps.setTimeout = new Proxy(sleeps.setTimeout, {
    apply(sleep, self, args) {
      const slept = Reflect.apply(sleep, self, args) as Promise<unknown>;
      const end = begin('a sleep');
      slept.then(end, end);
      return slept;
    },
  });
  syncBuiltinESMExports();
  subscribe(
    'child_process',
    (message) => void (message as { readonly process: ChildProcess }).process.on('close', begin('a child process')),
  );
}

/** What is open, each with the place that made it. Timers that keep no process alive are left out. */
export function whatIsOpen(): readonly string[] {
  const open = [...made].map((reference) => reference.deref()).filter((timer) => timer?.hasRef() === true && !isOver(timer));
  return [...open.map((timer) => timer && places.get(timer)), ...begun].filter((place) => place !== undefined).map(textOf);
}

/** Forgets timers that are over. */
export function forgetTimers(): void {
  for (const reference of made) if (isOver(reference.deref())) made.delete(reference);
}

const noting = <Make extends typeof setTimeout | typeof setInterval>(make: Make): Make =>
  new Proxy(make, {
    apply(target, self, args) {
      const timer = Reflect.apply(target, self, args) as NodeJS.Timeout;
      made.add(new WeakRef(timer));
      places.set(timer, new Error('a timer'));
      return timer;
    },
  });

function begin(what: string): () => void {
  const place = new Error(what);
  begun.add(place);
  return () => void begun.delete(place);
}

/** Node's own mark of a timer that was cleared or has run: nothing else tells. */
const isOver = (timer: NodeJS.Timeout | undefined): boolean => timer === undefined || Reflect.get(timer, '_destroyed') === true;

const shownLines = 6;

function textOf({ message, stack = '' }: Error): string {
  const lines = stack.split('\n').filter((line) => /^\s+at /.test(line) && !/\(?node:|what-is-open/.test(line));
  return [`${message}, made`, ...lines.slice(0, shownLines)].join('\n');
}

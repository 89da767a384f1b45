/*
 * Imported before the user's modules in the evaluating process: notes what they do to the process that loads them. None of it changes the
 * model, so nothing is refused. The state is the process's own and ends with it.
 */
import timers from 'node:timers';
import type { LoadEffect } from '../child-report.ts';

interface Noted extends LoadEffect {
  /** False when the effect is over by the time the definitions have been loaded. */
  readonly isLeft?: () => boolean;
}

const noted: Noted[] = [];

/** Limit of recorded effects: a package may have thousands, and a longer list tells no more. */
const maxNoted = 50;

const state = { isNoting: false };

/** Called when this process has made its own preparations. */
export const beginNoting = (): void => void (state.isNoting = true);

function note(effect: Omit<Noted, 'stack'>): void {
  if (state.isNoting && noted.length < maxNoted) noted.push({ ...effect, stack: new Error(effect.what).stack ?? '' });
}

/** What was done and is not over. */
export const effectsLeft = (): readonly LoadEffect[] =>
  noted.filter(({ isLeft }) => isLeft?.() !== false).map(({ kind, stack, what }) => ({ kind, stack, what }));

/** Of `process.env`, whose proxy is another module's. */
export const noteVariable = (name: string | symbol): void => {
  if (typeof name === 'string') note({ kind: 'variable', what: `process.env.${name}` });
};

type Method = (...given: unknown[]) => unknown;

/** Puts a function with the same members (`util.promisify` looks for one) in the place of a method. */
function wrap(target: object, name: string, after: (result: unknown, given: readonly unknown[]) => void): void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original !== 'function') return;
  const method = original as Method;
  const wrapped = function (this: unknown, ...given: unknown[]): unknown {
    const result = method.apply(this, given);
    after(result, given);
    return result;
  };
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(method));
  Reflect.set(target, name, wrapped);
}

/** Both functions return a timer. Node says of none in public that it is over, and `hasRef()` stays true. */
const keepsAlive = (timer: unknown): boolean => {
  const one = timer as NodeJS.Timeout;
  return one.hasRef() && Reflect.get(one, '_destroyed') !== true;
};

for (const name of ['setTimeout', 'setInterval'])
  for (const target of [globalThis, timers])
    wrap(target, name, (timer) => note({ kind: 'timer', what: `${name}()`, isLeft: () => keepsAlive(timer) }));

for (const name of ['on', 'once', 'addListener', 'prependListener'])
  wrap(process, name, (_process, [event, listener]) => {
    if (typeof event !== 'string') return;
    const isLeft = (): boolean => typeof listener === 'function' && process.rawListeners(event).some((one) => unwrapped(one) === listener);
    note({ kind: 'listener', what: `process.${name}('${event}')`, isLeft });
  });

/** `once` wraps what it is given. */
const unwrapped = (listener: object): unknown => ('listener' in listener ? listener.listener : listener);

wrap(process, 'chdir', () => note({ kind: 'folder', what: 'process.chdir()' }));

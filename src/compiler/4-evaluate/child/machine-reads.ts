/*
 * Imported before the user's modules in the evaluating process: records reads of the clock, of random numbers and of facts about the machine.
 * Only where there was one, the definitions are evaluated once more as if on another machine at another time (`elsewhere`), and members that
 * differ are left open in the contract: a read reaches a member through constants, functions and packages, so its line does not say which one.
 * What the second evaluation gives is compared and dropped, and no variable is given a value. The state ends with the process.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/** Arguments from the compiler, removed from `process.argv` so that user code does not see them. */
export const words: ReadonlySet<string> = new Set(process.argv.splice(2));

/** The value of `name=value` among them. */
export function wordOf(name: string): string | undefined {
  const word = [...words].find((one) => one.startsWith(`${name}=`));
  return word?.slice(name.length + 1);
}

const isElsewhere = words.has('elsewhere');

/** Changes every unit of a date. */
const shiftMs = isElsewhere ? ((400 * 24 + 7) * 3600 + 13 * 60 + 17) * 1000 + 289 : 0;

const state = { isRead: false };
const note = (): void => void (state.isRead = true);

/** True when the definitions read something that differs between two starts. */
export const isMachineRead = (): boolean => state.isRead;

/** Forgets reads of the process's own preparations. */
export const beginNotingReads = (): void => void (state.isRead = false);

const now = Date.now.bind(Date);
const shiftedNow = (): number => {
  note();
  return now() + shiftMs;
};

const OwnDate = Date;
globalThis.Date = new Proxy(OwnDate, {
  construct: (target, given: unknown[], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, newTarget) as Date,
  apply: () => new OwnDate(shiftedNow()).toString(),
});
OwnDate.prototype.constructor = globalThis.Date;
OwnDate.now = shiftedNow;

type Method = (...given: unknown[]) => unknown;

function noteCalls(target: object, names: readonly string[], instead: Readonly<Record<string, (result: unknown) => unknown>> = {}): void {
  for (const name of names) {
    const original: unknown = Reflect.get(target, name);
    // Node locks some names; their functions are reachable by other names too.
    if (typeof original !== 'function' || Object.getOwnPropertyDescriptor(target, name)?.configurable === false) continue;
    const method = original as Method;
    const noting = function (this: unknown, ...given: unknown[]): unknown {
      note();
      const result = method.apply(this, given);
      return isElsewhere ? (instead[name]?.(result) ?? result) : result;
    };
    Object.defineProperties(noting, Object.getOwnPropertyDescriptors(method));
    Object.defineProperty(target, name, { value: noting, configurable: true, writable: true });
  }
}

noteCalls(Math, ['random']);
noteCalls(performance, ['now']);
noteCalls(process, ['hrtime', 'uptime', 'memoryUsage']);
noteCalls(crypto, ['randomUUID', 'randomBytes', 'randomInt', 'randomFillSync']);
noteCalls(globalThis.crypto, ['randomUUID', 'getRandomValues']);
noteCalls(
  os,
  ['hostname', 'userInfo', 'homedir', 'tmpdir', 'cpus', 'totalmem', 'freemem', 'uptime', 'loadavg', 'networkInterfaces', 'release'],
  {
    hostname: () => 'elsewhere.invalid',
    userInfo: (user) => ({ ...(user as object), username: 'elsewhere', homedir: '/home/elsewhere', uid: 4242, gid: 4242 }),
    homedir: () => '/home/elsewhere',
    tmpdir: () => '/elsewhere/tmp',
    cpus: (all) => (all as readonly unknown[]).slice(1),
    totalmem: (bytes) => Number(bytes) + 1_073_741_824,
    networkInterfaces: () => ({}),
    release: () => '0.0.0-elsewhere',
  },
);
syncBuiltinESMExports();

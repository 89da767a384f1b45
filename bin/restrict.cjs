// Loaded first in a restricted process (src/compiler/isolation), before anything of the project: denies what Node's permission model does not
// know. Signals: SIGUSR1 opens the inspector of any Node process of this person, through which a program runs code there without restrictions.
// The network (before Node 25). Files that Node writes by other ways than node:fs. Originals stay in the variables of this file.
'use strict';
// A file of CommonJS outside of every TypeScript project: the linter knows no types of Node here.
/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-assignment, typescript/no-unsafe-argument, typescript/no-unsafe-return */
const { ChildProcess } = process.getBuiltinModule('node:child_process');
const dgram = process.getBuiltinModule('node:dgram');
const dns = process.getBuiltinModule('node:dns');
const { syncBuiltinESMExports } = process.getBuiltinModule('node:module');
const net = process.getBuiltinModule('node:net');
const v8 = process.getBuiltinModule('node:v8');

// The project can replace `Function.prototype.call` and `process.pid`.
const { apply } = Reflect;
const { pid: ownPid } = process;

/** @param {string} permission @param {string} name */
function deny(permission, name) {
  throw Object.assign(new Error(`${name} is not allowed in a restricted process`), { code: 'ERR_ACCESS_DENIED', permission });
}

/** @param {object | undefined} target @param {readonly string[]} names @param {string} permission */
function denyAll(target, names, permission) {
  for (const name of names)
    if (target !== undefined && name in target)
      Object.defineProperty(target, name, {
        value: function () {
          deny(permission, name);
        },
        configurable: true,
        writable: true,
      });
}

/** The prototype of the native object behind one of Node's own: code that reaches it does without Node's functions. @param {object} owner */
function nativePrototype(owner) {
  return prototypeOf(Reflect.get(owner, '_handle'));
}

/** @param {unknown} handle @returns {object | undefined} */
function prototypeOf(handle) {
  /** @type {unknown} */
  const prototype = typeof handle === 'object' && handle !== null ? Object.getPrototypeOf(handle) : undefined;
  return typeof prototype === 'object' && prototype !== null ? prototype : undefined;
}

denyAll(net, ['_createServerHandle'], 'Net');
denyAll(net.Server.prototype, ['listen'], 'Net');
denyAll(net.Socket.prototype, ['connect'], 'Net');
denyAll(dgram.Socket.prototype, ['bind', 'connect', 'send'], 'Net');
const udp = dgram.createSocket('udp4');
for (const symbol of Object.getOwnPropertySymbols(udp)) {
  /** @type {unknown} */
  const part = Reflect.get(udp, symbol);
  if (typeof part === 'object' && part !== null && 'handle' in part)
    denyAll(prototypeOf(part.handle), ['bind', 'bind6', 'connect', 'connect6', 'open', 'send', 'send6'], 'Net');
}
udp.close();
// Standard input is a pipe: another one of its class could be bound to any path, which makes a file there.
denyAll(nativePrototype(process.stdin), ['bind', 'connect', 'listen'], 'Net');
// Looking up a name sends it to the name server of its domain.
for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  denyAll(
    resolver,
    Object.getOwnPropertyNames(resolver).filter((name) => /^(?:lookup|resolve|reverse)/.test(name)),
    'Net',
  );

// A process that was never started counts as number 0, which is the whole group.
denyAll(nativePrototype(new ChildProcess()), ['kill', 'spawn'], 'Signal');
denyAll(process, ['_debugProcess'], 'Signal');
// A process may still end itself, and ask whether another one is there.
for (const name of ['_kill', 'kill']) {
  /** @type {unknown} */
  const own = Reflect.get(process, name);
  if (typeof own !== 'function') continue;
  Object.defineProperty(process, name, {
    /** @param {number} pid @param {string | number | undefined} signal @returns {unknown} */
    value: (pid, signal) => (pid === ownPid || signal === 0 ? apply(own, process, [pid, signal]) : deny('Signal', 'kill')),
    configurable: true,
    writable: true,
  });
}

denyAll(v8, ['setHeapSnapshotNearHeapLimit'], 'FileSystemWrite');
if (process.features.inspector) denyAll(process.getBuiltinModule('node:trace_events'), ['createTracing'], 'FileSystemWrite');
// An open database attaches files by a statement, also one that is in memory.
denyAll(process.getBuiltinModule('node:sqlite'), ['DatabaseSync', 'backup'], 'FileSystemWrite');
syncBuiltinESMExports();

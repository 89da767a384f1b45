/*
 * Imported before the user's modules in the evaluating process: loading definitions must have no effect on the world. What is refused is
 * reported at once and ends the evaluation, so that a caught error cannot hide it.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import { Server, Socket } from 'node:net';
import workerThreads from 'node:worker_threads';
import type { RefusedAct } from '../child-report.ts';
import { beginNoting } from './effects.ts';
import { beginNotingReads } from './machine-reads.ts';
import { reportOfError, sendReport } from './report.ts';
import { words } from './words.ts';

function refuse(act: RefusedAct, what: string): never {
  // The author's own line can lie far below the modules of Node.
  Error.stackTraceLimit = 50;
  const stack = new Error(what).stack ?? '';
  return sendReport({ kind: 'refused', act, what, stack });
}

function describeAddress(first: unknown): string {
  if (typeof first === 'number' || typeof first === 'string') return typeof first === 'number' ? `port ${first}` : first;
  if (typeof first === 'object' && first !== null && 'port' in first) return `port ${String(first.port)}`;
  if (typeof first === 'object' && first !== null && 'path' in first) return String(first.path);
  return 'a free port';
}

const replace = (target: object, name: string, value: unknown): void =>
  void Object.defineProperty(target, name, { value, configurable: false, writable: false });

replace(Server.prototype, 'listen', (first: unknown) => refuse('listen', describeAddress(first)));
replace(Socket.prototype, 'connect', () => refuse('connect', 'it tried to connect to the network'));
// It connects later, when the stack no longer shows who asked.
const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  return /^https?:/i.test(address) ? refuse('connect', 'it tried to connect to the network') : fetch(input, init);
};
replace(dgram.Socket.prototype, 'bind', (first: unknown) => refuse('listen', describeAddress(first)));
replace(dgram.Socket.prototype, 'send', () => refuse('connect', 'it tried to send to the network'));
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  replace(childProcess, name, () => refuse('spawn', `it called ${name}() of node:child_process`));
}
// Definitions that need these get another process, with a finding.
if (words.has('restricted'))
  replace(
    workerThreads,
    'Worker',
    class {
      constructor() {
        sendReport({ kind: 'needs', need: 'a worker thread', stack: new Error('Worker').stack ?? '' });
      }
    },
  );
replace(process, 'exit', () => refuse('exit', 'it called process.exit()'));
replace(process, 'abort', () => refuse('exit', 'it called process.abort()'));
replace(process, 'kill', () => refuse('exit', 'it called process.kill()'));
syncBuiltinESMExports();

process.on('uncaughtException', (error) => sendReport(reportOfError('load', error)));
process.on('unhandledRejection', (reason) => sendReport(reportOfError('load', reason)));
beginNoting();
beginNotingReads();

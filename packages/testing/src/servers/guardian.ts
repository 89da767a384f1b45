/*
 * Runs a server for a test run, in its own process group. It ends the group when the test run asks for it or is gone, even by SIGKILL.
 * Arguments: the lock file of the port, then the command. Written without types: a checkout runs this text as JavaScript.
 */
import { spawn } from 'node:child_process';
import { rmSync, writeSync } from 'node:fs';
import { constants } from 'node:os';

const { SIGKILL, SIGTERM } = constants.signals;

/** Milliseconds between asking the server to end and ending it. */
const graceMs = 5000;
/** Milliseconds that a server may end by itself when the shell before it has ended. */
const behindShellMs = 1000;
/** File descriptor that the pid of the group is written to. */
const pidDescriptor = 3;

const [lockFile = '', command = '', ...args] = process.argv.slice(2);
const server = spawn(command, args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
if (server.pid !== undefined) writeSync(pidDescriptor, `${server.pid}\n`);

let isEnding = false;

/** Signals the group; 0 only asks. Returns whether any of its processes is left. */
function signalGroup(signal = 0) {
  try {
    if (server.pid !== undefined) process.kill(-server.pid, signal);
    return true;
  } catch {
    // Everything of the group is gone.
    return false;
  }
}

/** @param isOrphaned the test run is gone and cannot take its lock away */
function end(isOrphaned = false) {
  if (isOrphaned) rmSync(lockFile, { force: true });
  if (isEnding) return;
  isEnding = true;
  signalGroup(SIGTERM);
  setTimeout(() => signalGroup(SIGKILL), graceMs).unref();
}

server.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 127;
  process.stdin.destroy();
});
server.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128);
  endRest(isEnding ? Date.now() + behindShellMs : 0);
});

/** Ends what is left of the server's process group; then nothing keeps this process alive. */
function endRest(deadline = 0) {
  if (Date.now() < deadline && signalGroup(0)) {
    setTimeout(() => endRest(deadline), 20);
    return;
  }
  signalGroup(SIGKILL);
  process.stdin.destroy();
}

// A terminal sends Ctrl-C to all processes; the test run decides.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => end(false));
// `stop` is said by a test run that lives; an end without it is its death.
let said = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  said += text;
  if (said.includes('stop')) end(false);
});
process.stdin.on('end', () => end(!said.includes('stop')));

import { setImmediate as turn } from 'node:timers/promises';
import type { ExitCodeName } from './exit-codes.ts';
import { exitCode } from './exit-codes.ts';

const signals = { SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'hungUp' } as const satisfies Readonly<
  Record<string, ExitCodeName>
>;

/** How long a command may clean up after the first Ctrl-C before it is ended all the same. */
const cleanUpLimitMs = 5000;

/** The reason of an abort by a signal of the operating system. */
class Interruption extends Error {
  constructor(
    signal: string,
    readonly exit: ExitCodeName,
  ) {
    super(`stopped by ${signal}`);
  }
}

/** Exit code name of the signal that aborted a command, if one did. */
export function interruptionOf({ aborted, reason }: AbortSignal): ExitCodeName | undefined {
  if (!aborted) return undefined;
  return reason instanceof Interruption ? reason.exit : 'interrupted';
}

/**
 * Lets a signal arrive that went to a whole process group: the death of a child of ours, which got it too, may be known first, and is no
 * fault then.
 */
export async function hearSignals(): Promise<void> {
  // Signals are read between two turns.
  await turn();
  await turn();
}

/** Turns the first Ctrl-C into an abort, so that every command can put things back; the second ends the process at once. */
export function listenForInterrupts(endNow: (code: number) => void): AbortSignal {
  const controller = new AbortController();
  // Without a listener this signal opens Node's inspector, and any program of this machine could run code here through its port.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
  for (const [name, exit] of Object.entries(signals)) {
    process.on(name, () => {
      if (controller.signal.aborted) return endNow(exitCode(exit));
      controller.abort(new Interruption(name, exit));
      setTimeout(() => endNow(exitCode(exit)), cleanUpLimitMs).unref();
    });
  }
  return controller.signal;
}

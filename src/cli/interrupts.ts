import { setImmediate as turn } from 'node:timers/promises';
import { abortOnSignals, interruptionCode, signalCodes } from '@service/sdk/terminal';
import { exitCodeRows, type ExitCodeName } from './exit-codes.ts';

/** How long a command may clean up after the first Ctrl-C before it is ended all the same. */
const cleanUpLimitMs = 5000;

/**
 * Lets a signal arrive that went to a whole process group: the death of a child of ours, which got it too, may be known first, and is no
 * fault then.
 */
export async function hearSignals(): Promise<void> {
  // Signals are read between two turns.
  await turn();
  await turn();
}

/** Exit code name of the signal that aborted a command, if one did. */
export function interruptionOf(signal: AbortSignal): ExitCodeName | undefined {
  const code = interruptionCode(signal);
  return exitCodeRows.find((row) => row.code === code)?.name;
}

/** The rule of both command lines, with a limit: some commands run for minutes, and one of their steps may not hear of it. */
export function listenForInterrupts(endNow: (code: number) => void): AbortSignal {
  // Without a listener this signal opens Node's inspector, and any program of this machine could run code here through its port.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
  const { signal } = abortOnSignals(process, endNow);
  const endAfterLimit = (): void => {
    setTimeout(() => endNow(interruptionCode(signal) ?? signalCodes.SIGINT), cleanUpLimitMs).unref();
  };
  signal.addEventListener('abort', endAfterLimit, { once: true });
  return signal;
}

/** Until a signal ends the command. */
export function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

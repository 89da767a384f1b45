import type { ExitCodeName } from './exit-codes.ts';
import { exitCode } from './exit-codes.ts';

const signals = { SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'hungUp' } as const satisfies Readonly<
  Record<string, ExitCodeName>
>;

/** How long a command may clean up after the first Ctrl-C before it is ended all the same. */
const cleanUpLimitMs = 5000;

export interface Interrupts {
  readonly signal: AbortSignal;
  /** Exit code name of the signal that came, if one did. */
  readonly exit: () => ExitCodeName | undefined;
}

/** Turns the first Ctrl-C into an abort, so that every command can put things back; the second ends the process at once. */
export function listenForInterrupts(endNow: (code: number) => void): Interrupts {
  const controller = new AbortController();
  // Without a listener this signal opens Node's inspector, and any program of this machine could run code here through its port.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => undefined);
  let exit: ExitCodeName | undefined;
  for (const [name, own] of Object.entries(signals)) {
    process.on(name, () => {
      if (exit !== undefined) return endNow(exitCode(own));
      exit = own;
      controller.abort(new Error(`stopped by ${name}`));
      setTimeout(() => endNow(exitCode(own)), cleanUpLimitMs).unref();
    });
  }
  return { signal: controller.signal, exit: () => exit };
}

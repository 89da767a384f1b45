/** Exit codes that both command lines have. Scripts branch on them, so they never change meaning. */
export const exitCodes = { ok: 0, failure: 1, usage: 2 } as const;

/** Of a command that a signal ended: 128 and its number. */
export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type Signal = keyof typeof signalCodes;

const names: readonly Signal[] = ['SIGHUP', 'SIGINT', 'SIGTERM'];

interface SignalSource {
  on(name: Signal, heard: (name: Signal) => void): unknown;
  off(name: Signal, heard: (name: Signal) => void): unknown;
}

/** Exit code of a command that was aborted, by a signal or by its caller. */
export function interruptionCode({ aborted, reason }: AbortSignal): number | undefined {
  const name = names.find((one) => reason instanceof Error && reason.cause === one);
  return aborted ? signalCodes[name ?? 'SIGINT'] : undefined;
}

/**
 * Turns the first signal into an abort, so that every command can put things back; the second ends the process at once.
 * @param source the process
 * @returns `release` leaves the signals to a command that has a rule of its own
 */
export function abortOnSignals(
  source: SignalSource,
  endNow: (code: number) => void,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const { signal } = controller;
  const heard = (name: Signal): void => {
    if (signal.aborted) endNow(signalCodes[name]);
    else controller.abort(new Error(`stopped by ${name}`, { cause: name }));
  };
  for (const name of names) source.on(name, heard);
  return { signal, release: () => names.forEach((name) => source.off(name, heard)) };
}

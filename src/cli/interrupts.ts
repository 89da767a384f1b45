const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** How long a command may clean up after the first Ctrl-C before it is ended all the same. */
const cleanUpLimitMs = 5000;

export interface Interrupts {
  readonly signal: AbortSignal;
  /** Exit code of the signal that came, if one did. */
  readonly exitCode: () => number | undefined;
}

/** Turns the first Ctrl-C into an abort, so that every command can put things back; the second ends the process at once. */
export function listenForInterrupts(endNow: (code: number) => void): Interrupts {
  const controller = new AbortController();
  let code: number | undefined;
  for (const [name, signalCode] of Object.entries(signals)) {
    process.on(name, () => {
      if (code !== undefined) return endNow(signalCode);
      code = signalCode;
      controller.abort(new Error(`stopped by ${name}`));
      setTimeout(() => endNow(signalCode), cleanUpLimitMs).unref();
    });
  }
  return { signal: controller.signal, exitCode: () => code };
}

import { constants } from 'node:os';

/** Ended by a signal, Node would run no `exit` listener, and those end what a run has started. */
export function endWithSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(128 + constants.signals[signal]));
}

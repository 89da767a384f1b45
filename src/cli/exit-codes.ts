import { exitCodes } from '@service/sdk/terminal';

/** Every exit code of the command line; `service help exit-codes` prints these rows. */
export const exitCodeRows = [
  { code: exitCodes.ok, name: 'ok', meaning: 'The command did what it was asked.' },
  { code: exitCodes.failure, name: 'failure', meaning: 'The sources have errors, or something failed; the message says what.' },
  {
    code: exitCodes.usage,
    name: 'usage',
    meaning: 'Unknown flag or command, bad value, bad config file, or an answer is missing and there is no terminal to ask at.',
  },
  { code: 3, name: 'authentication', meaning: 'A registry refused the login or a proof is not in place.' },
  { code: 4, name: 'network', meaning: 'A remote address could not be reached.' },
  { code: 5, name: 'checkFailed', meaning: 'The thing that was examined did not pass (doctor, contract, audit).' },
  { code: 6, name: 'environment', meaning: 'This machine or target cannot do it: Node too old, port taken, folder not writable.' },
  { code: 124, name: 'timeout', meaning: 'Something took longer than its limit.' },
  { code: 129, name: 'hungUp', meaning: 'The terminal was closed (SIGHUP); nothing half-written was left.' },
  { code: exitCodes.interrupted, name: 'interrupted', meaning: 'Ctrl-C (SIGINT); nothing half-written was left.' },
  { code: 143, name: 'terminated', meaning: 'Told to end (SIGTERM); nothing half-written was left.' },
] as const;

export type ExitCodeName = (typeof exitCodeRows)[number]['name'];

/** The number of a named exit code. */
export function exitCode(name: ExitCodeName): number {
  for (const row of exitCodeRows) if (row.name === name) return row.code;
  throw new RangeError(`no exit code named ${name}`);
}

import { guardStdout } from '../hosts/guard-stdout.ts';
import { reportStartFailures } from '../hosts/start-report.ts';

/** As on Node; output of the user's modules goes to stderr, so that it never mixes with the result of a command. */
export function reportCommandLineFailures(name: string): void {
  guardStdout();
  reportStartFailures(name);
}

import { guardStdout } from '../hosts/guard-stdout.ts';
import { reportStartFailures } from '../hosts/start-report.ts';

/** As on Node; and what the user's modules print never mixes with what a command prints. */
export function reportCommandLineFailures(name: string): void {
  guardStdout();
  reportStartFailures(name);
}

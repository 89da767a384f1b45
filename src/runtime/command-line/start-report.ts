import { guardStdout } from '../hosts/guard-stdout.ts';
import { reportStartFailures } from '../hosts/start-report.ts';
import type { StackMapper } from '../hosts/stack-mapper.ts';

/** Reports failures as on Node. Output of the user's modules goes to stderr and never mixes with the result of a command. */
export function reportCommandLineFailures(name: string, mapStack?: StackMapper): void {
  guardStdout();
  reportStartFailures(name, mapStack);
}

/* The process of one section of a test run: `inOwnProcess` starts it with the name, and takes what it says as messages. */
import { resolve } from 'node:path';
import { chaosChecks } from './chaos-checks.ts';
import { clientChecks } from './client-checks.ts';
import { conformanceChecks } from './conformance-checks.ts';
import { fidelityChecks } from './fidelity-checks.ts';
import type { SectionMessage } from './own-process.ts';
import { createPool } from './pool.ts';
import type { SectionResult } from './section.ts';
import { endWithSignals } from './signals.ts';

endWithSignals();
// The run has ended before us.
process.once('disconnect', () => process.exit(1));

const send = (message: SectionMessage): Promise<void> =>
  new Promise((sent, reject) => void process.send?.(message, undefined, {}, (error) => (error === null ? sent() : reject(error))));

try {
  await send({ result: await runSection(process.argv[2]) });
} catch (error) {
  await send({ thrown: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
process.exit(0);

function runSection(name: string | undefined): Promise<SectionResult> {
  const section = [chaosChecks, clientChecks, conformanceChecks, fidelityChecks].find((one) => one.name === name);
  if (section === undefined) throw new Error(`no section ${name} runs in a process of its own`);
  // One work at a time: the place in the run's queue is the process's.
  const pool = createPool(1);
  return section.run({
    root: resolve(import.meta.dirname, '../..'),
    filters: [],
    say: (say) => void send({ say }),
    fail: (failure) => void send({ failure }),
    run: (work) => pool.run(0, work),
  });
}

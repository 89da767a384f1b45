import { resolve } from 'node:path';
import { writeReference } from './reference/write-reference.ts';

const faults = writeReference(resolve(import.meta.dirname, '..'));
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error('Nothing is written: mend the comments above, and run it again.');
  process.exitCode = 1;
}

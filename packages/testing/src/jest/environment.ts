/*
 * The environment of Node as jest has it. It is loaded in the process of a worker itself, where specs are not: a worker whose runner was
 * killed would go on to the end of its file and start servers; it ends instead, and the guardians of its servers see that.
 */
import { createRequire } from 'node:module';
import { releaseOwnLocks } from '../servers/port-lock.ts';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-node') as { readonly TestEnvironment: unknown };

if (process.connected)
  process.once('disconnect', () => {
    releaseOwnLocks();
    process.exit(1);
  });

export default TestEnvironment;

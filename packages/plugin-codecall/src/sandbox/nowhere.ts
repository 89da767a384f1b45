import { ServiceError } from '@service/sdk/errors';
import type { Sandbox } from './sandbox.ts';

/** In a page: what a script could take up there is the person's. */
export function createSandbox(): Sandbox {
  throw new ServiceError('CONFIG_INVALID', 'plugin "codecall": scripts do not run in pages; list it in a server for node or a worker');
}

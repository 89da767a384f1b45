import { createHash } from 'node:crypto';

/** Lower-case hex. */
export const sha256 = (contents: string | Uint8Array): string => createHash('sha256').update(contents).digest('hex');

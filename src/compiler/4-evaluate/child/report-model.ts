import { modelFromMetadata } from '@service/sdk/entries';
import { describeError, sendReport } from './report.ts';

/** Called by the evaluation's generated entry with the decorated class. */
export async function reportModel(server: unknown): Promise<never> {
  try {
    if (typeof server !== 'function') throw new TypeError('the entry does not export the server class');
    return sendReport({ kind: 'model', server: await modelFromMetadata(server) });
  } catch (error) {
    return sendReport({ kind: 'threw', during: 'model', error: describeError(error) });
  }
}

import { ServiceError } from '../../errors/index.ts';
import type { LiveEntry } from '../../entries/index.ts';

/** @throws {ServiceError} ENTRY_UNAVAILABLE with the axes of `availableWhen` that do not fit (supplement section 1.18) */
export function checkAvailable({ model, missingAxes }: LiveEntry): void {
  if (missingAxes.length === 0) return;
  throw new ServiceError('ENTRY_UNAVAILABLE', `${model.kind} "${model.listedName}" is not available here (${missingAxes.join(', ')})`, {
    data: { entryType: model.kind, entry: model.listedName, missingAxes },
  });
}

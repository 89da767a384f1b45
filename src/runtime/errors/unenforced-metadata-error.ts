import { ServiceError } from './service-error.ts';

/** An entry with a field that no plugin enforces. */
export interface UnenforcedEntry {
  /** Name of the entry. */
  readonly entry: string;
  /** Name of the field. */
  readonly field: string;
}

/** Entries carry a field that promises protection, and no plugin keeps the promise. One line per entry. */
export class UnenforcedMetadataError extends ServiceError {
  override readonly name = 'UnenforcedMetadataError';

  constructor(readonly entries: readonly UnenforcedEntry[]) {
    super(
      'UNENFORCED_METADATA',
      entries.map(({ entry, field }) => `${entry}: "${field}" has no effect without the plugin that enforces it`).join('\n'),
    );
  }
}

/** A document that `prepare` waits for, with `service build --refresh`. */
export interface WantedDocument {
  /** Key of the adapter. */
  readonly adapter: string;
  readonly address: string;
  /** They may hold secrets, and go no further than the request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowPrivate?: boolean;
}

/** A line of an adapter's report of what it prepared. */
export interface AdapterLine {
  /** Its name. */
  readonly adapter: string;
  readonly level: 'info' | 'warning';
  readonly about: string;
  readonly text: string;
}

/** Keys of adapters begin with the name of the class. */
export const adapterNameOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

/** Why an adapter could not be prepared. */
export interface UnpreparedAdapter {
  readonly kind: 'unprepared';
  /** Its name. */
  readonly adapter: string;
  readonly problem: 'document-not-locked' | 'document-not-as-locked' | 'document-refused' | 'prepare-failed';
  readonly detail: string;
  readonly address?: string | undefined;
  /** Empty where nothing was thrown. */
  readonly stack: string;
  /** Absolute paths of the files that had been read. */
  readonly read?: readonly string[];
}

/** Brings documents into a folder with a lock of its own. */
export interface DocumentSource {
  /** Absolute. */
  readonly folder: string;
  /** Resolves with what went wrong. */
  readonly fetch: (documents: readonly WantedDocument[]) => Promise<UnpreparedAdapter | undefined>;
}

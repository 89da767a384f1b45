/** A document at an address that a stranger named. How it is fetched depends on the platform, so the host hands it in. */
export type DocumentFetch = (request: DocumentRequest) => Promise<DocumentAnswer>;

export interface DocumentRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** For the whole of it: a body that drips must not hold anything. */
  readonly timeoutMs: number;
  /** Most bytes of the body, after every decoding. */
  readonly maxBytes: number;
  /** False lets it call addresses that are not public; tests only. */
  readonly publicOnly: boolean;
}

export interface DocumentAnswer {
  readonly status: number;
  /** Value of a header, name in lower case. */
  header(name: string): string | undefined;
  readonly body: Uint8Array;
}

/** Why a document was not fetched. */
export class DocumentRefused extends Error {
  /** `address`: it would have called what is not public. */
  readonly reason: 'address' | 'too-large' | 'failed';

  constructor(reason: DocumentRefused['reason'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** Fetches a document from an untrusted address. The host provides it, because protection against private addresses depends on the platform. */
export type DocumentFetch = (request: DocumentRequest) => Promise<DocumentAnswer>;

export interface DocumentRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Time limit for the whole document, so that a slow body cannot hold resources. */
  readonly timeoutMs: number;
  /** Limit of the decoded body. */
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
  /** `address`: the address is not public. */
  readonly reason: 'address' | 'too-large' | 'failed';

  constructor(reason: DocumentRefused['reason'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** The body of an answer, counted while it comes. @throws {DocumentRefused} */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    length += part.value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new DocumentRefused('too-large', `the document is larger than ${maxBytes} bytes`);
    }
    chunks.push(part.value);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

import { DocumentRefused, readBody, type DocumentFetch, type DocumentRequest } from '../../../web/document-fetch.ts';
import { isPublicName } from '../../../web/public-address.ts';

/**
 * Fetches a document where names cannot be resolved first: hosts that can only be inside are refused by their names, redirects
 * are not followed, and the platform is told to call public addresses only (`global_fetch_strictly_public`).
 */
export function createEdgeDocumentFetch(call: typeof fetch): DocumentFetch {
  return async (request) => {
    if (request.publicOnly) checkHost(request.url);
    const signal = AbortSignal.timeout(request.timeoutMs);
    try {
      const response = await call(request.url.href, { headers: request.headers, redirect: 'manual', signal });
      return {
        status: response.status,
        header: (name) => response.headers.get(name) ?? undefined,
        // Counted after decompression: a small body may become a large one.
        body: await readBody(response, request.maxBytes),
      };
    } catch (failure) {
      if (failure instanceof DocumentRefused) throw failure;
      const why = signal.aborted ? `no answer within ${request.timeoutMs} ms` : `${request.url.host} could not be reached`;
      throw new DocumentRefused('failed', why, failure);
    }
  };
}

/** @throws {DocumentRefused} for addresses, single labels and names of inner networks */
function checkHost({ hostname }: DocumentRequest['url']): void {
  if (!isPublicName(hostname)) throw new DocumentRefused('address', `${hostname} is not a public name`);
}

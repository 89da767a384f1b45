import { DocumentRefused, type DocumentAnswer, type DocumentFetch, type DocumentRequest } from './document-fetch.ts';

interface Following {
  readonly maxRedirects: number;
  /** Statuses that are taken as they are. */
  readonly accepts?: readonly number[];
}

/**
 * Fetches a document, and what it leads to. Each step is checked like the first, so that no public address leads to one of the inside.
 * @throws {DocumentRefused}
 */
export async function fetchFollowing(
  fetch: DocumentFetch,
  request: DocumentRequest,
  { accepts = [200], maxRedirects }: Following,
): Promise<DocumentAnswer> {
  const { accept = '*/*', ...headers } = request.headers;
  let { url } = request;
  for (let step = 0; step <= maxRedirects; step += 1) {
    // A header may be a credential: it is for its own host.
    const own = url.origin === request.url.origin ? headers : {};
    const answer = await fetch({ ...request, url, headers: { accept, ...own } });
    if (accepts.includes(answer.status)) return answer;
    const location = answer.header('location');
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined)
      throw new DocumentRefused('failed', `it was answered with the status ${answer.status}`);
    url = nextAddress(url, location);
  }
  throw new DocumentRefused('failed', `it leads to more than ${maxRedirects} redirects`);
}

function nextAddress(url: URL, location: string): URL {
  if (!URL.canParse(location, url.href)) throw new DocumentRefused('failed', 'it leads to an address that is none');
  const next = new URL(location, url.href);
  if (next.protocol !== 'https:' && next.protocol !== url.protocol)
    throw new DocumentRefused(
      'address',
      `it leads to an address of ${next.protocol.slice(0, -1)}, and ${url.protocol.slice(0, -1)} was asked for`,
    );
  return next;
}

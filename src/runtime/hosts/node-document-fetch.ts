import { lookup as resolveName } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { DocumentRefused, type DocumentAnswer, type DocumentFetch, type DocumentRequest } from '../web/document-fetch.ts';
import { isPublicAddress } from '../web/public-address.ts';

export { DocumentRefused, type DocumentAnswer, type DocumentFetch };

interface Resolved {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type ResolveName = (hostname: string) => Promise<readonly Resolved[]>;

const resolveAll: ResolveName = (hostname) => resolveName(hostname, { all: true, verbatim: true });

/**
 * Fetches a document that a stranger named: every address of the name is checked, and the connection goes to what was checked, so that a
 * name cannot be given another address in between (DNS rebinding). No proxy, no kept connection, no cookies, no redirect, no decompression.
 */
export function createNodeDocumentFetch(resolve: ResolveName = resolveAll): DocumentFetch {
  return async (request) => {
    // One limit over everything: name, connection, headers and body.
    const signal = AbortSignal.timeout(request.timeoutMs);
    const ended = new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new DocumentRefused('failed', `no answer within ${request.timeoutMs} ms`)), {
        once: true,
      }),
    );
    return Promise.race([fetchChecked(request, resolve, signal), ended]);
  };
}

async function fetchChecked(request: DocumentRequest, resolve: ResolveName, signal: AbortSignal): Promise<DocumentAnswer> {
  const addresses = await checkedAddresses(request, resolve);
  const answer = await open(request, addresses, signal);
  const header = (name: string): string | undefined => {
    const value = answer.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const status = answer.statusCode ?? 0;
  if ((header('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    answer.destroy();
    throw new DocumentRefused('failed', 'the document is compressed, which was not asked for');
  }
  return { status, header, body: await readBody(answer, request.maxBytes) };
}

async function checkedAddresses({ publicOnly, url }: DocumentRequest, resolve: ResolveName): Promise<readonly Resolved[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await resolve(hostname).catch((failure: unknown) => {
    throw new DocumentRefused('failed', `${url.hostname} has no address`, failure);
  });
  if (addresses.length === 0) throw new DocumentRefused('failed', `${url.hostname} has no address`);
  // One bad address among good ones is refused too: which one would be called is not ours to choose.
  if (publicOnly && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new DocumentRefused('address', `${url.hostname} is not at a public address`);
  return addresses;
}

type Lookup = NonNullable<RequestOptions['lookup']>;

const pinnedTo =
  (addresses: readonly Resolved[]): Lookup =>
  (_hostname, options, answer) => {
    const [first] = addresses;
    if (first === undefined) answer(new Error('no address'), '');
    else if (options.all === true) answer(null, [...addresses]);
    else answer(null, first.address, first.family);
  };

function open({ headers, url }: DocumentRequest, addresses: readonly Resolved[], signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: 'GET',
    headers: { ...headers, 'accept-encoding': 'identity', connection: 'close' },
    lookup: pinnedTo(addresses),
    agent: false,
    maxHeaderSize: 16_384,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, options, resolve);
    request.on('error', (failure) => reject(new DocumentRefused('failed', `${url.host} could not be reached`, failure)));
    request.end();
  });
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of answer) {
      if (!(chunk instanceof Uint8Array)) continue;
      length += chunk.length;
      if (length > maxBytes) throw new DocumentRefused('too-large', `the document is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (failure) {
    if (failure instanceof DocumentRefused) throw failure;
    throw new DocumentRefused('failed', 'the document did not arrive whole', failure);
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks);
}

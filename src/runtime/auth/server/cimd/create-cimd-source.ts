import * as keptLimits from '../../../options/kept-limits.ts';
import { type Clock, LiveQuota, type Logger } from '../../../std/index.ts';
import { DocumentRefused, type DocumentAnswer, type DocumentFetch } from '../../../web/document-fetch.ts';
import { isLoopbackUri } from '../clients/redirect-uris.ts';
import type { AskedAddress, ServerAddress } from '../address/server-address.ts';
import type { Client, ClientSource } from '../clients/client.ts';
import type { CimdOptions } from './cimd-options.ts';
import { CimdProblem } from './cimd-problem.ts';
import { timeToLive, type CachedDocument, type DocumentCache } from './document-cache.ts';
import { readClientDocument } from './read-client-document.ts';

export interface CimdSourceOptions {
  readonly options: CimdOptions;
  readonly fetch: DocumentFetch;
  readonly cache: DocumentCache;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Clients whose id is the address of their metadata document (OAuth Client ID Metadata Document). */
export function createCimdSource(parts: CimdSourceOptions): ClientSource {
  const { cache, clock, options } = parts;
  const running = new Map<string, Promise<Client>>();
  // Any caller can request `/oauth/authorize`, and a document may arrive slowly.
  const fetches = new LiveQuota(keptLimits.documentFetches, clock);
  const settle = async (loading: Omit<Loading, 'known'>): Promise<Client> => {
    const { clientId } = loading;
    const known = await cache.get(clientId);
    if (known !== undefined && clock() < known.freshUntil) return known.client;
    const giveBack = fetches.take(loading.address.from, 1);
    if (giveBack === undefined) throw new CimdProblem('CIMD_FETCH_ERROR', 'too many sign-ins are being started; try again', 503);
    try {
      const document = await load(parts, { ...loading, known });
      await cache.set(clientId, document, loading.address.from);
      return document.client;
    } catch (failure) {
      // What was good once is not good any more: errors are never kept, nor is what they replace.
      await cache.delete(clientId);
      throw failure;
    } finally {
      giveBack();
    }
  };
  return {
    vouchesFor: (clientId) => options.enabled && looksLikeUrl(clientId, options),
    whyUnknown: (clientId) => (options.enabled || !looksLikeUrl(clientId, options) ? undefined : disabled.message),
    async find(clientId, address) {
      if (!options.enabled || !looksLikeUrl(clientId, options)) return undefined;
      const url = checkClientIdUrl(clientId, options);
      checkDomain(url, options, address);
      const already = running.get(clientId);
      if (already !== undefined) return already;
      const settling = settle({ url, clientId, address }).finally(() => running.delete(clientId));
      running.set(clientId, settling);
      return settling;
    },
  };
}

const disabled = new CimdProblem('CIMD_DISABLED', 'this server does not take addresses of metadata documents as client_id');

/** @throws {CimdProblem} CIMD_SECURITY_ERROR */
function checkDomain(url: URL, { allowedDomains, allowInsecure, blockedDomains }: CimdOptions, address: ServerAddress): void {
  const name = nameOf(url);
  const refuse = (why: string): CimdProblem => new CimdProblem('CIMD_SECURITY_ERROR', `${url.host} ${why}`);
  if (!allowInsecure && [address.baseUrl, address.issuer].some((own) => URL.canParse(own) && isSameHost(new URL(own), url)))
    throw refuse('is this server: it does not vouch for its own clients');
  if (blockedDomains.some((domain) => name === domain || name.endsWith(`.${domain.replace(/^\*\./, '')}`))) throw refuse('is blocked');
  if (allowedDomains !== undefined && !allowedDomains.some((domain) => isAllowedBy(domain, name))) throw refuse('is not allowed');
}

/** Dots at the end of a name change its spelling and not its address. */
const nameOf = ({ hostname }: URL): string => hostname.replace(/\.+$/, '');

const isSameHost = (own: URL, url: URL): boolean => nameOf(own) === nameOf(url) && own.port === url.port;

/** `example.com` stands for itself alone, `*.example.com` for what is below it. */
const isAllowedBy = (domain: string, name: string): boolean => (domain.startsWith('*.') ? name.endsWith(domain.slice(1)) : name === domain);

interface Loading {
  readonly url: URL;
  readonly clientId: string;
  readonly known: CachedDocument | undefined;
  readonly address: AskedAddress;
}

async function load(parts: CimdSourceOptions, loading: Loading): Promise<CachedDocument> {
  const { clock, logger, options } = parts;
  const { clientId, known } = loading;
  const answer = await fetchDocument(parts, loading);
  const freshUntil = clock() + timeToLive(answer.header('cache-control'), options);
  if (answer.status === 304 && known !== undefined) return { ...known, freshUntil };
  if (answer.status !== 200) throw new CimdProblem('CIMD_FETCH_ERROR', `${loading.url.host} answered with status ${answer.status}`);
  const type = (answer.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/(?:[a-z0-9.-]+\+)?json$/.test(type))
    throw new CimdProblem('CIMD_FETCH_ERROR', `${loading.url.host} answered with no JSON`);
  const client = readClientDocument(answer.body, clientId);
  if (options.warnOnLocalhostRedirects && client.redirectUris.every(isLoopbackUri))
    logger.warn('a client whose redirect addresses are all on one computer can be claimed by any program there', { clientId });
  return { client, etag: answer.header('etag'), freshUntil };
}

async function fetchDocument(parts: CimdSourceOptions, { address, known, url }: Loading): Promise<DocumentAnswer> {
  const { options } = parts;
  const headers = { accept: 'application/json', ...(known?.etag === undefined ? {} : { 'if-none-match': known.etag }) };
  let target = url;
  for (let hops = 0; ; hops++) {
    const answer = await fetchOnce(parts, target, headers);
    if (options.redirectPolicy === 'deny' || answer.status < 300 || answer.status > 399 || answer.status === 304) return answer;
    if (hops >= options.maxRedirects) throw new CimdProblem('CIMD_FETCH_ERROR', `${url.host} redirects too often`);
    target = nextTarget(target, answer.header('location'), options);
    checkDomain(target, options, address);
  }
}

function nextTarget(from: URL, location: string | undefined, options: CimdOptions): URL {
  if (location === undefined || !URL.canParse(location, from.href))
    throw new CimdProblem('CIMD_FETCH_ERROR', `${from.host} redirects nowhere`);
  const next = new URL(location, from);
  if (options.redirectPolicy === 'same-origin' && next.origin !== from.origin)
    throw new CimdProblem('CIMD_SECURITY_ERROR', `${from.host} redirects to another origin`);
  return checkClientIdUrl(next.href, options);
}

async function fetchOnce({ fetch, options }: CimdSourceOptions, url: URL, headers: Record<string, string>): Promise<DocumentAnswer> {
  const { maxBytes, publicOnly, timeoutMs } = options;
  try {
    return await fetch({ url, headers, timeoutMs, maxBytes, publicOnly });
  } catch (failure) {
    if (!(failure instanceof DocumentRefused)) throw failure;
    const codes = { address: 'CIMD_SECURITY_ERROR', 'too-large': 'CIMD_RESPONSE_TOO_LARGE', failed: 'CIMD_FETCH_ERROR' } as const;
    throw new CimdProblem(codes[failure.reason], failure.message);
  }
}

const maxLength = 2048;

/** Whether an id is meant as a URL; ids that we give out never look like one. */
const looksLikeUrl = (clientId: string, { allowInsecure }: Pick<CimdOptions, 'allowInsecure'>): boolean =>
  /^https:/i.test(clientId) || (allowInsecure && /^http:/i.test(clientId));

/**
 * The URL of a client's metadata document: https, a path, nothing that could be written in two ways.
 * @throws {CimdProblem} INVALID_CLIENT_ID_URL
 */
function checkClientIdUrl(clientId: string, { allowInsecure }: Pick<CimdOptions, 'allowInsecure'>): URL {
  const refuse = (why: string): CimdProblem => new CimdProblem('INVALID_CLIENT_ID_URL', `the client_id is a URL, but ${why}`);
  if (clientId.length > maxLength) throw refuse('it is too long');
  if (!URL.canParse(clientId)) throw refuse('it cannot be read');
  const url = new URL(clientId);
  if (url.protocol !== 'https:' && !(allowInsecure && url.protocol === 'http:')) throw refuse('it does not begin with https');
  if (url.username !== '' || url.password !== '') throw refuse('it holds credentials');
  if (clientId.includes('#')) throw refuse('it has a fragment');
  if (url.pathname === '/') throw refuse('it has no path');
  // Dot segments, odd hosts, default ports, spaces, upper case: the parsed form would be another text than what is compared.
  if (url.href !== clientId) throw refuse(`it must be written as ${url.href}`);
  return url;
}

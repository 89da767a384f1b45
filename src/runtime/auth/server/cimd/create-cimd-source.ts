import * as keptLimits from '../../../options/kept-limits.ts';
import { type Clock, LiveQuota, type Logger, isRecord, textOf, withoutUndefined } from '../../../std/index.ts';
import { DocumentRefused, type DocumentAnswer, type DocumentFetch } from '../../../web/document-fetch.ts';
import { isLoopbackUri } from '../clients/redirect-uris.ts';
import type { AskedAddress, ServerAddress } from '../address/server-address.ts';
import type { Client, ClientSource } from '../clients/client.ts';
import { type CimdOptions, CimdProblem } from './cimd-options.ts';
import { timeToLive, type CachedDocument, type DocumentCache } from './document-cache.ts';

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
  const { maxResponseSizeBytes: maxBytes, publicOnly, timeoutMs } = options;
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

type Fields = ReadonlyMap<string, unknown>;

const maxRedirectUris = 100;
const maxTextLength = 2048;

/**
 * A client out of its metadata document.
 * @throws {CimdProblem} CIMD_VALIDATION_ERROR, CIMD_CLIENT_ID_MISMATCH
 */
export function readClientDocument(body: Uint8Array, clientId: string): Client {
  const fields = readFields(body);
  if (fields.get('client_id') !== clientId)
    throw new CimdProblem('CIMD_CLIENT_ID_MISMATCH', 'client_id of the client metadata document is not the address it was read from');
  checkNoSecrets(fields);
  const method = fields.get('token_endpoint_auth_method') ?? 'none';
  if (method !== 'none') throw invalid('token_endpoint_auth_method must be none');
  const clientName = fields.get('client_name');
  if (!isText(clientName)) throw invalid('client_name is required');
  const scope = fields.get('scope');
  if (scope !== undefined && !isText(scope)) throw invalid('scope must be a text');
  return withoutUndefined({
    clientId,
    clientName,
    redirectUris: readTexts(fields, 'redirect_uris') ?? refuseMissing('redirect_uris'),
    tokenEndpointAuthMethod: 'none',
    grantTypes: readTexts(fields, 'grant_types') ?? ['authorization_code', 'refresh_token'],
    responseTypes: readTexts(fields, 'response_types') ?? ['code'],
    scope,
    source: 'cimd',
  });
}

const invalid = (why: string): CimdProblem => new CimdProblem('CIMD_VALIDATION_ERROR', `the client metadata document is not valid: ${why}`);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= maxTextLength;

const refuseMissing = (name: string): never => {
  throw invalid(`${name} is required`);
};

function readFields(body: Uint8Array): Fields {
  const text = textOf(body);
  if (text === undefined) throw invalid('it is not UTF-8');
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) throw invalid('it is not a JSON object');
    return new Map(Object.entries(value));
  } catch (failure) {
    throw failure instanceof CimdProblem ? failure : invalid('it is not JSON');
  }
}

/** Everybody can read the document: a secret in it is known to all, and private keys have no business there. */
function checkNoSecrets(fields: Fields): void {
  for (const name of ['client_secret', 'client_secret_expires_at'])
    if (fields.has(name)) throw invalid(`${name} must not be in it: the document is public`);
  const jwks = fields.get('jwks');
  const keys: unknown = typeof jwks === 'object' && jwks !== null && 'keys' in jwks ? jwks.keys : [];
  const list: readonly unknown[] = Array.isArray(keys) ? keys : [];
  for (const key of list) {
    const members = typeof key === 'object' && key !== null ? Object.keys(key) : [];
    if (['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'oth'].some((name) => members.includes(name))) throw invalid('jwks holds a private key');
  }
}

function readTexts(fields: Fields, name: string): readonly string[] | undefined {
  const value = fields.get(name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length === 0 || value.length > maxRedirectUris || !value.every(isText))
    throw invalid(`${name} must be a list of texts that is not empty`);
  return value;
}

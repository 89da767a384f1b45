import { fieldsOf, isRecord, isTexts } from '../std/index.ts';
import { isOwnHost } from '../web/request-origin.ts';

/** How a gateway takes an answer. */
export interface EventShape {
  readonly format: '1.0' | '2.0';
  /** Headers as lists. A load balancer takes them only where it sends them. */
  readonly multiValue: boolean;
  readonly loadBalancer: boolean;
}

export interface FunctionEvent {
  /** Undefined for a malformed event. */
  readonly request: Request | undefined;
  /** Of the client, as the gateway saw it. */
  readonly address: string | undefined;
  readonly shape: EventShape;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The HTTP request of an event: payload formats 1.0 and 2.0 of API gateways, function URLs, and load balancers.
 * @param signal ends the request
 * @throws {TypeError} for an event of another service
 */
export function readEvent(event: unknown, signal: AbortSignal): FunctionEvent {
  const fields = fieldsOf(event);
  const context = fieldsOf(fields['requestContext']);
  const http = fieldsOf(context['http']);
  const second = typeof http['method'] === 'string';
  const method = second ? http['method'] : fields['httpMethod'];
  // Gateways ask a function with an event of the same form who may call; the answer to that is no HTTP answer.
  if (typeof method !== 'string' || 'methodArn' in fields || 'routeArn' in fields) throw new TypeError(notHttp(fields));
  const loadBalancer = isRecord(context['elb']);
  const multiValue = !second && isRecord(fields['multiValueHeaders']);
  const shape: EventShape = { format: second ? '2.0' : '1.0', multiValue, loadBalancer };
  const given = { fields, context, method, shape };
  try {
    const headers = readHeaders(fields);
    const url = second ? secondUrl(given, headers) : firstUrl(given, headers);
    const read = readBody(fields);
    const body = method === 'GET' || method === 'HEAD' ? undefined : read;
    const request = new Request(url, { method, headers, signal, body });
    return { request, address: addressOf(given, headers), shape };
  } catch {
    // What no client can send: the gateway's caller learns that, and nothing is started for it.
    return { request: undefined, address: undefined, shape };
  }
}

function notHttp(fields: Fields): string {
  const members = Object.keys(fields).slice(0, 8).join(', ') || 'none';
  return `This function answers HTTP events of API gateways, function URLs and load balancers. This event is of another kind; its members: ${members}.`;
}

interface Given {
  readonly fields: Fields;
  readonly context: Fields;
  readonly shape: EventShape;
}

/** Ends the reading of an event. */
const malformed = (member: string): TypeError => new TypeError(`malformed event: ${member}`);

/** An optional text of an event; gateways send null for a missing one. @throws {TypeError} for another type */
function textAt(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw malformed(name);
  return value;
}

/** Names with one value or a list of values each; empty where the member is missing. */
function valuesAt(fields: Fields, name: string): readonly (readonly [name: string, values: readonly string[]])[] {
  const value = fields[name];
  if (value === undefined || value === null) return [];
  if (!isRecord(value) || Array.isArray(value)) throw malformed(name);
  return Object.entries(value).map(([key, one]) => {
    const values = typeof one === 'string' ? [one] : one;
    if (!isTexts(values)) throw malformed(name);
    return [key, values];
  });
}

/** Every value of a header, repeated ones too, whatever the case of their names: guards judge them. */
function readHeaders(fields: Fields): Headers {
  const headers = new Headers();
  for (const [name, values] of valuesAt(fields, 'multiValueHeaders')) for (const value of values) headers.append(name, value);
  const listed = new Set(headers.keys());
  for (const [name, values] of valuesAt(fields, 'headers'))
    if (!listed.has(name.toLowerCase())) for (const value of values) headers.append(name, value);
  const { cookies } = fields;
  if (cookies !== undefined && cookies !== null && !isTexts(cookies)) throw malformed('cookies');
  if (isTexts(cookies) && cookies.length > 0) headers.set('cookie', cookies.join('; '));
  return headers;
}

/** In the standard alphabet, with padding: decoders skip everything else and so make other bytes of it. */
const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

function readBody(fields: Fields): Uint8Array<ArrayBuffer> | undefined {
  const body = textAt(fields, 'body');
  const encoded = fields['isBase64Encoded'] ?? false;
  if (typeof encoded !== 'boolean' || (encoded && body !== undefined && !isBase64(body))) throw malformed('body');
  return body === undefined ? undefined : new Uint8Array(Buffer.from(body, encoded ? 'base64' : 'utf8'));
}

/**
 * The host is what the gateway knows, else what the client named. Both have to be one host, as it is written: whatever else stands there
 * (user names, paths, other notations of an address) would make the URL one of another host.
 */
function originOf({ context, shape }: Given, headers: Headers): string {
  const scheme = shape.loadBalancer && headers.get('x-forwarded-proto') === 'http' ? 'http' : 'https';
  const named = headers.get('host') ?? undefined;
  const host = textAt(context, 'domainName') ?? named;
  if (host === undefined || !isOwnHost(host) || !isOwnHost(named ?? host)) throw malformed('host');
  return `${scheme}://${host}`;
}

function secondUrl(given: Given, headers: Headers): string {
  return `${originOf(given, headers)}${pathOnly(withoutStage(given))}${queryOf(textAt(given.fields, 'rawQueryString') ?? '')}`;
}

/** Parsers of URLs drop some of these characters wherever they stand. */
const controls = /[\u0000-\u001f\u007f]/; // oxlint-disable-line no-control-regex
/** Parsers of URLs leave out such segments, percent-encoded ones too, and the ones before them: the gateway has judged another path. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** A gateway that decodes paths may send characters that would end the path of a URL, or a segment of it. */
function pathOnly(path: string | undefined): string {
  // Without the slash it would go on with the host.
  if (path?.startsWith('/') !== true || controls.test(path)) throw malformed('path');
  const encoded = path.replaceAll(/[?#\\ ]/g, encodeURIComponent);
  if (dotSegment.test(encoded)) throw malformed('path');
  return encoded;
}

function queryOf(query: string): string {
  if (controls.test(query)) throw malformed('query');
  return query === '' ? '' : `?${query.replaceAll(/[# ]/g, encodeURIComponent)}`;
}

/** Paths of a named stage begin with its name, of which the server knows nothing. */
function withoutStage({ context, fields }: Given): string | undefined {
  const path = textAt(fields, 'rawPath');
  const stage = textAt(context, 'stage') ?? '$default';
  if (stage === '$default') return path;
  if (path === `/${stage}`) return '/';
  return path?.startsWith(`/${stage}/`) === true ? path.slice(stage.length + 1) : path;
}

/** Of format 1.0: a REST API decodes names and values of the query, a load balancer passes them on as they were sent. */
function firstUrl(given: Given, headers: Headers): string {
  const { fields, shape } = given;
  const lists = valuesAt(fields, 'multiValueQueryStringParameters');
  const written = shape.loadBalancer ? (text: string) => text : encodeURIComponent;
  const pairs = (lists.length > 0 ? lists : valuesAt(fields, 'queryStringParameters')).flatMap(([name, values]) =>
    values.map((one) => `${written(name)}=${written(one)}`),
  );
  return `${originOf(given, headers)}${pathOnly(textAt(fields, 'path'))}${queryOf(pairs.join('&'))}`;
}

/** A load balancer adds the client's address at the end of a header; before it stands what the client wrote. */
function addressOf({ context, shape }: Given, headers: Headers): string | undefined {
  if (shape.loadBalancer) return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  return textAt(fieldsOf(context[shape.format === '2.0' ? 'http' : 'identity']), 'sourceIp');
}

import { fieldsOf, isRecord, isTexts } from '../std/index.ts';

/** How a gateway takes an answer. */
export interface EventShape {
  readonly format: '1.0' | '2.0';
  /** Headers as lists. A load balancer takes them only where it sends them. */
  readonly multiValue: boolean;
  readonly loadBalancer: boolean;
}

export interface FunctionEvent {
  /** Undefined where no request can be made of the event. */
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
  if (typeof method !== 'string') throw new TypeError(notHttp(fields));
  const loadBalancer = isRecord(context['elb']);
  const multiValue = !second && isRecord(fields['multiValueHeaders']);
  const shape: EventShape = { format: second ? '2.0' : '1.0', multiValue, loadBalancer };
  const given = { fields, context, method, shape };
  try {
    const headers = readHeaders(fields);
    const url = second ? secondUrl(given, headers) : firstUrl(given, headers);
    const body = method === 'GET' || method === 'HEAD' ? undefined : readBody(fields);
    const request = new Request(url, { method, headers, signal, body });
    return { request, address: addressOf(given, headers), shape };
  } catch {
    // A header or an address that no client can send: the gateway's caller learns that, and nothing is started for it.
    return { request: undefined, address: undefined, shape };
  }
}

function notHttp(fields: Fields): string {
  const members = Object.keys(fields).slice(0, 8).join(', ') || 'none';
  return `This function answers HTTP events of API gateways, function URLs and load balancers. The event has neither httpMethod nor requestContext.http; its members: ${members}.`;
}

interface Given {
  readonly fields: Fields;
  readonly context: Fields;
  readonly shape: EventShape;
}

const textAt = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
};

/** Every value of a header, repeated ones too: guards judge them. */
function readHeaders(fields: Fields): Headers {
  const headers = new Headers();
  const lists = fieldsOf(fields['multiValueHeaders']);
  for (const [name, values] of Object.entries(lists)) if (isTexts(values)) for (const value of values) headers.append(name, value);
  for (const [name, value] of Object.entries(fieldsOf(fields['headers'])))
    if (typeof value === 'string' && !headers.has(name)) headers.set(name, value);
  const { cookies } = fields;
  if (isTexts(cookies) && cookies.length > 0) headers.set('cookie', cookies.join('; '));
  return headers;
}

function readBody(fields: Fields): Uint8Array<ArrayBuffer> | undefined {
  const body = textAt(fields, 'body');
  return body === undefined ? undefined : new Uint8Array(Buffer.from(body, fields['isBase64Encoded'] === true ? 'base64' : 'utf8'));
}

const originOf = ({ context, shape }: Given, headers: Headers): string => {
  const scheme = shape.loadBalancer && headers.get('x-forwarded-proto') === 'http' ? 'http' : 'https';
  return `${scheme}://${textAt(context, 'domainName') ?? headers.get('host') ?? 'localhost'}`;
};

function secondUrl(given: Given, headers: Headers): string {
  const query = textAt(given.fields, 'rawQueryString') ?? '';
  return `${originOf(given, headers)}${pathOnly(withoutStage(given))}${query === '' ? '' : `?${query}`}`;
}

/** A gateway that decodes paths may send characters that would end the path of an address. */
const pathOnly = (path: string): string => path.replaceAll(/[?#]/g, encodeURIComponent);

/** Paths of a named stage begin with its name, of which the server knows nothing. */
function withoutStage({ context, fields }: Given): string {
  const path = textAt(fields, 'rawPath') ?? '/';
  const stage = textAt(context, 'stage') ?? '$default';
  if (stage === '$default') return path;
  if (path === `/${stage}`) return '/';
  return path.startsWith(`/${stage}/`) ? path.slice(stage.length + 1) : path;
}

/** Of format 1.0: a REST API decodes names and values of the query, a load balancer passes them on as they were sent. */
function firstUrl(given: Given, headers: Headers): string {
  const { fields, shape } = given;
  const lists = fieldsOf(fields['multiValueQueryStringParameters'] ?? fields['queryStringParameters']);
  const written = shape.loadBalancer ? (text: string) => text : encodeURIComponent;
  const pairs = Object.entries(lists).flatMap(([name, value]) =>
    (isTexts(value) ? value : [String(value)]).map((one) => `${written(name)}=${written(one)}`),
  );
  return `${originOf(given, headers)}${pathOnly(textAt(fields, 'path') ?? '/')}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

/** A load balancer adds the client's address at the end of a header; before it stands what the client wrote. */
function addressOf({ context, shape }: Given, headers: Headers): string | undefined {
  if (shape.loadBalancer) return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  return textAt(fieldsOf(context[shape.format === '2.0' ? 'http' : 'identity']), 'sourceIp');
}

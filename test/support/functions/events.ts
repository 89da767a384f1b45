import type { IncomingMessage } from 'node:http';

/** Gateways that call a function, each with an event of its own form. */
export type Gateway = 'function-url' | 'http-api' | 'rest-api' | 'balancer';
export const gateways: readonly Gateway[] = ['function-url', 'http-api', 'rest-api', 'balancer'];

/** Of the HTTP API and the REST API; other gateways have none. */
const stage = 'prod';

const isBinary = (body: Buffer): boolean => !Buffer.from(body.toString('utf8')).equals(body);

/** The event that a gateway makes of a request (payload formats 2.0 and 1.0, and the load balancer's), as their documentation shows them. */
export function eventOf(gateway: Gateway, request: IncomingMessage, body: Buffer): object {
  const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://gateway');
  const { headers, method = 'GET' } = request;
  const isBase64Encoded = isBinary(body);
  const content = { body: body.length === 0 ? null : body.toString(isBase64Encoded ? 'base64' : 'utf8'), isBase64Encoded };
  const sourceIp = '127.0.0.1';
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const lists = Object.fromEntries(Object.entries(request.headersDistinct).map(([name, values]) => [name, values ?? []]));
  const query = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
  const domainName = headers.host ?? 'localhost';
  if (gateway === 'function-url' || gateway === 'http-api') {
    const { cookie, ...others } = plain;
    const path = gateway === 'http-api' ? `/${stage}${pathname}` : pathname;
    return {
      version: '2.0',
      routeKey: '$default',
      rawPath: path,
      rawQueryString: search.slice(1),
      ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
      headers: { ...others, 'x-forwarded-proto': 'https' },
      requestContext: {
        domainName,
        requestId: 'id',
        stage: gateway === 'http-api' ? stage : '$default',
        http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: headers['user-agent'] ?? '' },
      },
      ...content,
    };
  }
  if (gateway === 'rest-api')
    return {
      resource: '/{proxy+}',
      path: decodeURI(pathname),
      httpMethod: method,
      headers: plain,
      multiValueHeaders: lists,
      queryStringParameters: Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.at(-1)])),
      multiValueQueryStringParameters: query,
      requestContext: { domainName, stage, path: `/${stage}${pathname}`, httpMethod: method, identity: { sourceIp } },
      ...content,
    };
  const raw = [...search.slice(1).split('&')].filter((pair) => pair !== '').map((pair) => pair.split('='));
  return {
    requestContext: { elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:eu-west-1:1:targetgroup/t/1' } },
    httpMethod: method,
    path: pathname,
    multiValueQueryStringParameters: Object.fromEntries(
      raw.map(([name = '']) => [name, raw.filter(([other]) => other === name).map(([, value = '']) => value)]),
    ),
    multiValueHeaders: { ...lists, 'x-forwarded-for': [sourceIp], 'x-forwarded-proto': ['http'] },
    ...content,
    body: content.body ?? '',
  };
}

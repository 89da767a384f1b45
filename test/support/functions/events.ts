import type { ALBEvent, APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';
import type { IncomingMessage } from 'node:http';

/** Gateways that call a function, each with an event of its own form; a load balancer sends lists of values only where its target group says so. */
export const gateways = ['function-url', 'http-api', 'rest-api', 'balancer', 'balancer-lists'] as const;
export type Gateway = (typeof gateways)[number];

/** Of the HTTP API and the REST API; other gateways have none. */
const stage = 'prod';
/** The client, as gateways see it. */
const sourceIp = '203.0.113.5';

interface Received {
  readonly method: string;
  readonly url: URL;
  readonly domainName: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly headerLists: Record<string, string[]>;
  readonly content: { readonly body: string; readonly isBase64Encoded: boolean };
}

/** The event that a gateway makes of a request, as its documentation shows it. */
export function eventOf(gateway: Gateway, request: IncomingMessage, body: Buffer): object {
  const { headers, method = 'GET' } = request;
  const isBase64Encoded = !Buffer.from(body.toString('utf8')).equals(body);
  const received: Received = {
    method,
    url: new URL(request.url ?? '/', 'http://gateway'),
    domainName: headers.host ?? 'localhost',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    headerLists: Object.fromEntries(Object.entries(request.headersDistinct).map(([name, values]) => [name, values ?? []])),
    content: { body: body.toString(isBase64Encoded ? 'base64' : 'utf8'), isBase64Encoded },
  };
  if (gateway === 'function-url') return secondFormat(received, '$default');
  if (gateway === 'http-api') return secondFormat(received, stage);
  return gateway === 'rest-api' ? firstFormat(received) : balancerEvent(received, gateway === 'balancer-lists');
}

/** Payload format 2.0. */
function secondFormat({ content, domainName, headers, method, url }: Received, stageName: string): APIGatewayProxyEventV2 {
  const { cookie, ...others } = headers;
  const path = stageName === '$default' ? url.pathname : `/${stageName}${url.pathname}`;
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: url.search.slice(1),
    ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
    headers: { ...others, 'x-forwarded-for': sourceIp, 'x-forwarded-proto': 'https' },
    requestContext: {
      accountId: '1',
      apiId: 'api',
      domainName,
      domainPrefix: 'api',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: headers['user-agent'] ?? '' },
      requestId: 'id',
      routeKey: '$default',
      stage: stageName,
      time: '29/Nov/2026:00:00:00 +0000',
      timeEpoch: 1_795_910_400_000,
    },
    isBase64Encoded: content.isBase64Encoded,
    ...(content.body === '' ? {} : { body: content.body }),
  };
}

const lastOf = (lists: Readonly<Record<string, readonly string[]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values.at(-1) ?? '']));
const orNull = <Value extends object>(value: Value): Value | null => (Object.keys(value).length === 0 ? null : value);

/** Payload format 1.0: names and values of the query are decoded. */
function firstFormat({ content, domainName, headerLists, method, url }: Received): APIGatewayProxyEvent {
  const names = [...new Set(url.searchParams.keys())];
  const query = Object.fromEntries(names.map((name) => [name, url.searchParams.getAll(name)]));
  const nobody = {
    accessKey: null,
    accountId: null,
    apiKey: null,
    apiKeyId: null,
    caller: null,
    clientCert: null,
    cognitoAuthenticationProvider: null,
    cognitoAuthenticationType: null,
    cognitoIdentityId: null,
    cognitoIdentityPoolId: null,
    principalOrgId: null,
    user: null,
    userAgent: null,
    userArn: null,
  };
  return {
    resource: '/{proxy+}',
    path: url.pathname,
    httpMethod: method,
    headers: lastOf(headerLists),
    multiValueHeaders: headerLists,
    queryStringParameters: orNull(lastOf(query)),
    multiValueQueryStringParameters: orNull(query),
    pathParameters: { proxy: url.pathname.slice(1) },
    stageVariables: null,
    requestContext: {
      accountId: '1',
      apiId: 'api',
      authorizer: null,
      domainName,
      httpMethod: method,
      identity: { ...nobody, sourceIp },
      path: `/${stage}${url.pathname}`,
      protocol: 'HTTP/1.1',
      requestId: 'id',
      requestTimeEpoch: 1_795_910_400_000,
      resourceId: 'resource',
      resourcePath: '/{proxy+}',
      stage,
    },
    body: content.body === '' ? null : content.body,
    isBase64Encoded: content.isBase64Encoded,
  };
}

/** Names and values of the query are as they were sent. */
function balancerEvent({ content, headerLists, method, url }: Received, hasLists: boolean): ALBEvent {
  const pairs = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('='));
  const valuesOf = (name: string): string[] => pairs.filter(([other]) => other === name).map(([, value = '']) => value);
  const query = Object.fromEntries(pairs.map(([name = '']) => [name, valuesOf(name)]));
  // It adds the address to what the client sent.
  const forwarded = [...(headerLists['x-forwarded-for'] ?? []), sourceIp].join(', ');
  const lists = { ...headerLists, 'x-forwarded-for': [forwarded], 'x-forwarded-proto': ['https'] };
  return {
    requestContext: { elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:eu-west-1:1:targetgroup/t/1' } },
    httpMethod: method,
    path: url.pathname,
    ...(hasLists
      ? { multiValueHeaders: lists, multiValueQueryStringParameters: query }
      : { headers: lastOf(lists), queryStringParameters: lastOf(query) }),
    ...content,
  };
}

import { modernRequest } from '../support/wire-client.ts';

/** One event that no gateway makes of an honest request, or one that a client has filled with more than it may say; or bytes sent to the prebuilt output. */
export interface FunctionAttack {
  readonly name: string;
  readonly advisory: string;
  readonly events?: readonly object[];
  /** Request targets and further header lines. */
  readonly targets?: readonly (readonly [target: string, lines: string])[];
  /** Variables of the function. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Texts of the bundle, and what takes the guard out; absent where a guard of every host refuses. */
  readonly without?: readonly (readonly [guard: string, instead: string])[];
}

const own = 'own.example';
export const attackingCall = modernRequest('tools/call', { name: 'echo', arguments: { value: 'x' } });
const { body, headers } = attackingCall;

interface Changes {
  readonly path?: unknown;
  readonly host?: string;
  readonly domainName?: string;
  readonly sourceIp?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly more?: object;
}

const second = ({
  domainName = own,
  headers: others = {},
  host = own,
  more = {},
  path = '/mcp',
  sourceIp = '203.0.113.5',
}: Changes = {}) => ({
  version: '2.0',
  rawPath: path,
  rawQueryString: '',
  headers: { host, ...headers, ...others },
  requestContext: { domainName, stage: '$default', http: { method: 'POST', path, sourceIp } },
  body,
  isBase64Encoded: false,
  ...more,
});
const first = ({
  domainName = own,
  headers: others = {},
  host = own,
  more = {},
  path = '/mcp',
  sourceIp = '203.0.113.5',
}: Changes = {}) => ({
  httpMethod: 'POST',
  path,
  headers: { host, ...headers, ...others },
  requestContext: { domainName, stage: 'prod', identity: { sourceIp } },
  body,
  isBase64Encoded: false,
  ...more,
});
const balancer = ({ headers: others = {}, host = own, more = {}, path = '/mcp', sourceIp = '203.0.113.5' }: Changes = {}) => ({
  httpMethod: 'POST',
  path,
  headers: { host, 'x-forwarded-proto': 'https', 'x-forwarded-for': sourceIp, ...headers, ...others },
  requestContext: { elb: { targetGroupArn: 'arn' } },
  body,
  isBase64Encoded: false,
  ...more,
});
const everyForm = (changes: Changes): readonly object[] => [second(changes), first(changes), balancer(changes)];

/** What an honest caller of each gateway sends. */
export const honestEvents: readonly object[] = everyForm({});

const parsing = 'CWE-20, CWE-436';
const traversal = 'CWE-22, CWE-436';
const spoofing = 'CWE-290';
const deniedClient = { GIVEN_OPTIONS: JSON.stringify({ throttle: { ipFilter: { denyList: ['6.6.6.0/24', '203.0.113.5'] } } }) };
const listedHosts = { SERVICE_ALLOWED_HOSTS: own };

const withoutHost = [['isHost(text) && new URL(`http://${text}`).hostname === text.replace(/:\\d*$/, "").toLowerCase()', 'true']] as const;
const withoutPath = [['path?.startsWith("/") !== true || controls.test(path)', 'path === void 0']] as const;
const withoutDots = [['if (dotSegment.test(encoded)) throw malformed("path");', '']] as const;
const withoutBase64 = [['encoded && body !== void 0 && !isBase64(body)', 'false']] as const;
const withoutOwnHost = [['isOnOwnHost(request)', 'true']] as const;

const encoded = Buffer.from(body).toString('base64');

export const functionAttacks: readonly FunctionAttack[] = [
  {
    name: 'a host that brings the path along, behind a path that the gateway lets everybody reach',
    advisory: parsing,
    events: [
      second({ domainName: `${own}/mcp?`, path: '/healthz' }),
      second({ domainName: `${own}/mcp#`, path: '/healthz' }),
      first({ domainName: `${own}\\mcp?`, path: '/healthz' }),
      balancer({ host: `${own}/mcp?`, path: '/healthz' }),
    ],
    without: withoutHost,
  },
  {
    name: 'a host in another spelling of an address',
    advisory: 'CWE-918, CWE-436',
    events: ['0x7f.1', '2130706433', '127.1', '[0:0:0:0:0:0:0:1]'].map((host) => balancer({ host })),
    without: withoutHost,
  },
  {
    name: 'a host with userinfo, of several values, with blanks or with none',
    advisory: parsing,
    events: [
      ...[
        'user@evil.example',
        'own.example@evil.example',
        'own.example, evil.example',
        'own example',
        '',
        'own.example:99999',
        'evil\texample',
      ].flatMap((host) => [second({ host }), second({ domainName: host }), first({ host }), balancer({ host })]),
      first({ more: { multiValueHeaders: { ...listsOf(headers), Host: [own, 'evil.example'] } } }),
      balancer({ headers: { Host: 'evil.example' } }),
    ],
  },
  {
    name: 'a path that goes on with the host',
    advisory: parsing,
    events: ['.evil.example/mcp', ':8443/mcp', '.evil.example:8443/mcp'].flatMap((path) => everyForm({ path })),
    without: withoutPath,
  },
  {
    name: 'a path with control characters, which parsers drop',
    advisory: parsing,
    events: ['/m\tcp', '/mc\np', '/mcp\r', '/\n\u0000mcp', '\t/mcp'].flatMap((path) => everyForm({ path })),
    without: withoutPath,
  },
  {
    name: 'a path with dot segments, behind one that the gateway lets everybody reach',
    advisory: traversal,
    events: ['/healthz/../mcp', '/./mcp', '/healthz/%2e%2e/mcp', '/healthz/.%2E/mcp'].flatMap((path) => everyForm({ path })),
    without: withoutDots,
  },
  {
    name: 'a path with backslashes, query, fragment or blanks that a gateway has decoded',
    advisory: traversal,
    events: ['/healthz\\..\\..\\mcp', '\\mcp', '/\\mcp', '/mcp ', '//evil.example/mcp', '/mcp?x', '/mcp#x', '/mcp\\'].flatMap((path) =>
      everyForm({ path }),
    ),
  },
  {
    name: 'a path that is no text',
    advisory: parsing,
    events: [undefined, null, 7, {}, ['/mcp']].flatMap((path) => everyForm({ path: path ?? {} })),
  },
  {
    name: 'bytes that decode to a call although they are no base64',
    advisory: 'CWE-20, RFC 4648 section 12',
    events: [`${encoded}*`, `*${encoded}`, encoded.replace(/^.{4}/, '$&\n'), encoded.replace(/^.{9}/, '$& ')].flatMap((bytes) =>
      everyForm({ more: { body: bytes, isBase64Encoded: true } }),
    ),
    without: withoutBase64,
  },
  {
    name: 'members of a wrong type',
    advisory: 'CWE-843',
    events: [
      { body: { toString: 'x' } },
      { body: [body] },
      { body: encoded, isBase64Encoded: 'true' },
      { headers: [['host', own]] },
      { headers: `host: ${own}` },
      { headers: { host: own, ...headers, accept: { a: 'b' } } },
      { multiValueHeaders: { host: own, a: 7 } },
      { cookies: 'a=1' },
      { cookies: ['a=1\r\nhost: evil.example'] },
      { rawQueryString: 7, queryStringParameters: { a: {} } },
    ].flatMap((more) => [second({ more }), ...('cookies' in more ? [] : [first({ more })])]),
  },
  {
    name: 'a host that is not on the list, its own or of a proxy',
    advisory: spoofing,
    variables: listedHosts,
    events: [...everyForm({ host: 'evil.example' }), ...everyForm({ headers: { 'x-forwarded-host': 'evil.example' } })],
  },
  {
    name: 'a page of another site',
    advisory: 'CVE-2026-33252',
    variables: listedHosts,
    events: everyForm({ headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } }),
  },
  {
    name: 'an address of the deny list that calls itself by another',
    advisory: spoofing,
    variables: deniedClient,
    events: [
      second({ sourceIp: '6.6.6.6', headers: { 'x-forwarded-for': '1.1.1.1', 'x-real-ip': '1.1.1.1', forwarded: 'for=1.1.1.1' } }),
      first({ sourceIp: '6.6.6.6', headers: { 'x-forwarded-for': '1.1.1.1' } }),
      balancer({ sourceIp: '1.1.1.1, 6.6.6.6', headers: { 'x-real-ip': '1.1.1.1' } }),
    ],
  },
  {
    name: 'events of other services with a request inside',
    advisory: parsing,
    events: [
      { Records: [{ eventSource: 'aws:sqs', body: JSON.stringify(second()) }] },
      { source: 'aws.events', detail: second() },
      { ...second(), routeArn: 'arn:aws:execute-api' },
      { ...first(), methodArn: 'arn:aws:execute-api' },
      { requestContext: { connectionId: 'x', routeKey: '$default', domainName: own }, body },
    ],
  },
  {
    name: 'a target that names another host',
    advisory: parsing,
    targets: ['//evil.example/mcp', '/\\evil.example/mcp', 'https://evil.example/mcp', '///evil.example/mcp'].map((target) => [target, '']),
    without: withoutOwnHost,
  },
  {
    name: 'an address that the client sets',
    advisory: spoofing,
    variables: deniedClient,
    targets: [['/mcp', 'x-real-ip: 1.1.1.1\r\nx-forwarded-for: 1.1.1.1\r\n']],
  },
];

function listsOf(values: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { OpenapiOptions } from '@service/adapters';
import { DocumentRefused, type DocumentFetch, messageOf } from '@service/sdk/internal';
import { fetchFollowing } from '../../src/runtime/web/fetch-following.ts';
import { prepare } from '../../packages/adapters/src/prepare/prepare.ts';
import { createNodeDocumentFetch } from '../../src/runtime/hosts/node-document-fetch.ts';
import { createPrepareIo } from '../../src/runtime/hosts/prepare-io.ts';
import { described, prepared, serve, type CalledTool } from '../adapters/openapi/openapi-project.ts';
import { evil, flood, gigabyte, type Evil } from './evil-api.ts';

/** What an API, its description or a caller does to a server that stands before the API. */
export interface OpenapiAttack {
  readonly name: string;
  /** The file that refuses it. */
  readonly guard: string;
  /** True: the attacker got what they came for. */
  readonly succeeds: () => Promise<boolean>;
}

const token = 'token-of-the-attacked-server';
const credential = `Bearer ${token}`;

const operation = {
  '/things/{id}': {
    post: {
      operationId: 'send',
      parameters: [
        { name: 'id', in: 'path', required: true },
        { name: 'q', in: 'query' },
        { name: 'X-Trace', in: 'header' },
        { name: 'theme', in: 'cookie' },
      ],
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { note: { type: 'string' } } } } } },
      responses: { 200: { content: { 'application/json': { schema: {} } } } },
    },
  },
};

interface Outcome {
  readonly result: CalledTool;
  readonly api: Evil;
}

/** Calls a tool whose API answers so. */
async function call(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  {
    args = {},
    options = {},
    promisesJson = true,
  }: { readonly args?: object; readonly options?: Partial<OpenapiOptions>; readonly promisesJson?: boolean } = {},
): Promise<Outcome> {
  const api = await evil(answer);
  const description = JSON.stringify(described(operation));
  const server = await serve(JSON.parse(promisesJson ? description : description.replace('"responses"', '"x-responses"')) as object, {
    baseUrl: `${api.url}/v1`,
    additionalHeaders: { authorization: credential },
    ...options,
  });
  try {
    return { api, result: await server.call('send', { id: 'a', ...args }) };
  } finally {
    await server.close();
    api.close();
  }
}

const echo = (_request: IncomingMessage, response: ServerResponse): void =>
  void response.setHeader('content-type', 'application/json').end('{}');

/** The answer got through to the caller, or cost more than its limit. */
const passed = ({ api, result }: Outcome): boolean => result.isError !== true || api.sent() > 100e6;

const readAnswer = 'packages/adapters/src/run/read-answer.ts';
const buildUrl = 'packages/adapters/src/run/build-url.ts';
const callOperation = 'packages/adapters/src/run/call-operation.ts';
const fetchGuard = 'src/runtime/hosts/node-document-fetch.ts';

const answers: readonly OpenapiAttack[] = [
  {
    name: 'an answer of a gigabyte that hides its length',
    guard: readAnswer,
    succeeds: async () => passed(await call((_request, response) => flood(response.writeHead(200, { 'content-type': 'text/plain' })))),
  },
  {
    name: 'an answer that announces a gigabyte',
    guard: readAnswer,
    succeeds: async () => {
      const headers = { 'content-type': 'application/json', 'content-length': String(gigabyte) };
      const outcome = await call((_request, response) => flood(response.writeHead(200, headers)), { options: { maxResponseSize: 60e6 } });
      // Its head says enough.
      return passed(outcome) || outcome.api.sent() > 40e6;
    },
  },
  {
    name: 'a small answer that unpacks to hundreds of megabytes',
    guard: readAnswer,
    succeeds: async () => {
      const bomb = gzipSync(Buffer.alloc(200e6, ' '), { level: 1 });
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      return passed(await call((_request, response) => response.writeHead(200, headers).end(bomb)));
    },
  },
  {
    name: 'an answer that comes a byte at a time, for ever',
    guard: callOperation,
    succeeds: async () => {
      const drip = (_request: IncomingMessage, response: ServerResponse): void => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(timer));
      };
      const late = new Promise<'late'>((resolve) => setTimeout(resolve, 30_000, 'late').unref());
      const outcome = await Promise.race([late, call(drip, { options: { requestTimeoutMs: 200 } })]);
      return outcome === 'late' || passed(outcome);
    },
  },
  ...(
    [
      ['a page of HTML that says that it is JSON', 'application/json', '<html>sign in</html>'],
      ['a page of HTML where JSON was promised', 'text/html', '<html>sign in</html>'],
      ['JSON that is nested a hundred thousand levels deep', 'application/json', `${'['.repeat(1e5)}${']'.repeat(1e5)}`],
    ] as const
  ).map(([name, type, text]) => ({
    name,
    guard: readAnswer,
    succeeds: async () => passed(await call((_request, response) => response.setHeader('content-type', type).end(text))),
  })),
  {
    name: 'an error that repeats the credential',
    guard: readAnswer,
    succeeds: async () => {
      const { result } = await call((request, response) => response.writeHead(500).end(`who is ${request.headers.authorization}?`));
      return JSON.stringify(result).includes(token);
    },
  },
  ...(
    [
      ['its headers', {}, {}, '{}'],
      ['a file', { 'content-type': 'application/octet-stream' }, { promisesJson: false }, credential],
      ['another spelling of JSON', {}, {}, JSON.stringify({ a: credential }).replace('c', String.raw`\u0063`)],
      ['another spelling without a type', { 'content-type': '' }, {}, JSON.stringify({ a: credential }).replace('c', String.raw`\u0063`)],
      ['a redirect', { location: `/x/${encodeURIComponent(credential)}` }, { status: 302 }, ''],
    ] as const
  ).map(([name, headers, more, body]) => ({
    name: `an answer that repeats the credential in ${name}`,
    guard: readAnswer,
    succeeds: async () => {
      const { promisesJson = true, status = 200 }: { readonly promisesJson?: boolean; readonly status?: number } = more;
      const all = {
        'content-type': 'application/json',
        etag: credential,
        link: `</x?key=${token}>; rel="next"`,
        'retry-after': token,
        ...headers,
      };
      const { result } = await call((_request, response) => response.writeHead(status, all).end(body), { promisesJson });
      return JSON.stringify(result).includes(token) || JSON.stringify(result).includes(Buffer.from(credential).toString('base64'));
    },
  })),
  ...[301, 302, 307, 308].map((status) => ({
    name: `a redirect with ${status} to a service of the inside`,
    guard: callOperation,
    succeeds: async () => {
      const inside = await evil(echo);
      const { result } = await call((_request, response) => response.writeHead(status, { location: `${inside.url}/meta-data` }).end());
      inside.close();
      return inside.targets.length > 0 || result.isError !== true;
    },
  })),
];

/** What a caller says in arguments. @param harm whether a request did what it must not */
const argued = (name: string, args: object, harm: (api: Evil) => boolean): OpenapiAttack => ({
  name,
  guard: buildUrl,
  succeeds: async () => harm((await call(echo, { args })).api),
});

const calls: readonly OpenapiAttack[] = [
  ...['.', '..', '%2e%2e', '../../admin', '..\\..\\admin', 'a/../..', './', 'a?admin=1', 'a#b', '@evil.example/', '//evil.example'].map(
    (id) =>
      argued(`the step "${id}" of a path`, { id }, ({ targets }) =>
        targets.some((target) => !/^\/v1\/things\/[^/?#\\]+$/.test(target) || /\/(\.|%2e)(\.|%2e)?$/i.test(target)),
      ),
  ),
  argued('another parameter within a value of the query', { q: 'x&admin=1#y' }, ({ targets }) =>
    targets.some((target) => new URL(target, 'http://a').searchParams.has('admin')),
  ),
  ...['a\r\nX-Admin: 1', 'a\nX-Admin: 1', 'a\u0000'].map((value) =>
    argued(`another header within ${JSON.stringify(value)}`, { 'X-Trace': value }, ({ headers }) =>
      headers.some((one) => one['x-admin'] !== undefined || String(one['x-trace']).includes('\u0000')),
    ),
  ),
  argued('another cookie within a value', { theme: 'dark; admin=1' }, ({ headers }) =>
    headers.some(({ cookie = '' }) => /;\s*admin=1/.test(cookie)),
  ),
  argued('a member of the prototype in a body', JSON.parse('{"__proto__":{"polluted":1},"note":"x"}') as object, () => 'polluted' in {}),
  argued('the credential in the place of the server', { authorization: 'mine', Authorization: 'mine' }, ({ headers }) =>
    headers.some((one) => one.authorization !== credential),
  ),
];

/** Reads a description that somebody else wrote. @returns why it is refused */
async function refusal(documents: Readonly<Record<string, string>>, options: Partial<OpenapiOptions> = {}): Promise<string | undefined> {
  try {
    const { lines } = await prepared(documents, options);
    return lines.find(({ text }) => text.startsWith('left out'))?.text;
  } catch (failure) {
    // A fault of ours has no words for people.
    return failure instanceof RangeError || failure instanceof TypeError ? undefined : messageOf(failure);
  }
}

const laughs = `openapi: 3.1.0\ninfo: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, at) => `x-${at}: &a${at + 1} [${Array.from({ length: 9 }, () => `*a${at}`).join(',')}]`).join('\n')}\npaths: {}\n`;
const referring = (ref: string): string =>
  JSON.stringify(described({ '/a': { get: { parameters: [{ name: 'q', in: 'query', schema: { $ref: ref } }] } } }));
const openRules = { loadOptions: { refResolution: { allowedProtocols: ['http', 'https'] } } } as const;

const descriptions: readonly OpenapiAttack[] = [
  {
    name: 'YAML whose aliases stand for gigabytes',
    guard: 'packages/adapters/src/prepare/read-document.ts',
    succeeds: async () => (await refusal({ 'a.yaml': laughs })) === undefined,
  },
  {
    name: '40 MB of YAML',
    guard: 'packages/adapters/src/prepare/read-document.ts',
    succeeds: async () => (await refusal({ 'a.yaml': `openapi: 3.1.0\n${'# padding\n'.repeat(4e6)}paths: {}\n` })) === undefined,
  },
  {
    name: 'a description that is nested a hundred thousand levels deep',
    guard: 'packages/adapters/src/prepare/read-document.ts',
    succeeds: async () => {
      const deep = `${'{"items":'.repeat(1e5)}{}${'}'.repeat(1e5)}`;
      const text = JSON.stringify(described({ '/a': { get: { parameters: [{ name: 'q', in: 'query', schema: 0 }] } } }));
      return (await refusal({ 'a.json': text.replace('"schema":0', `"schema":${deep}`) })) === undefined;
    },
  },
  ...[
    'http://169.254.169.254/latest',
    'http://localhost/x',
    'http://[::1]/x',
    'http://127.1/x',
    'http://2130706433/x',
    'http://10.0.0.1/x',
  ].map((ref) => ({
    name: `a reference to ${ref}`,
    guard: 'packages/adapters/src/prepare/reference-rules.ts',
    succeeds: async () => /no public host/.test((await refusal({ 'a.json': referring(`${ref}#/a`) }, openRules)) ?? '') === false,
  })),
  ...['file:///etc/passwd', '../../../../../../etc/passwd', '/etc/passwd', 'linked.json'].map((ref) => ({
    name: `a reference to ${ref}`,
    guard: 'src/runtime/hosts/prepare-io.ts',
    succeeds: async () => {
      const root = mkdtempSync(join(tmpdir(), 'service-attacked-'));
      symlinkSync('/etc/passwd', join(root, 'linked.json'));
      writeFileSync(join(root, 'a.json'), referring(`${ref}#/a`));
      try {
        const options = { name: 'api', spec: 'a.json', baseUrl: 'https://api.example.com', ...openRules };
        const io = createPrepareIo({ root })({ className: 'OpenapiAdapter', name: 'api' });
        await prepare(options, io);
        return true;
      } catch (failure) {
        return !/outside|refused|neither a path/.test(messageOf(failure));
      } finally {
        rmSync(root, { recursive: true });
      }
    },
  })),
  ...['http://169.254.169.254/', 'https://evil.example/', 'https://user:password@api.example.com/', 'ftp://api.example.com/'].map(
    (url) => ({
      name: `a fetched description whose server is ${url}`,
      guard: 'packages/adapters/src/prepare/servers.ts',
      succeeds: async () => {
        const document = JSON.stringify(described({ '/a': { get: {} } }, { servers: [{ url }] }));
        const address = 'https://api.example.com/openapi.json';
        const found = await refusal({ [address]: document }, { spec: undefined, url: address, baseUrl: undefined } as object);
        return found === undefined;
      },
    }),
  ),
];

const limits = { headers: {}, timeoutMs: 300, maxBytes: 1e6, publicOnly: true };

/** A document that a build with --refresh or a polling server fetches. */
async function fetched(url: string, fetch: DocumentFetch, more: Partial<typeof limits> = {}): Promise<boolean> {
  try {
    await fetchFollowing(fetch, { url: new URL(url), ...limits, ...more }, { maxRedirects: 5 });
    return true;
  } catch (failure) {
    if (failure instanceof DocumentRefused) return false;
    throw failure;
  }
}

const documents: readonly OpenapiAttack[] = [
  {
    name: 'a name that is public when it is checked and inside when it is called',
    guard: fetchGuard,
    succeeds: async () => {
      const inside = await evil(echo);
      const { port } = new URL(inside.url);
      let asked = 0;
      // Whoever asks a second time is led inside; what was checked, an address of documentation made public for the test, is called.
      const resolve = (): Promise<{ address: string; family: number }[]> =>
        Promise.resolve([{ address: asked++ === 0 ? '1.1.1.1' : '127.0.0.1', family: 4 }]);
      await fetched(`http://rebound.example:${port}/`, createNodeDocumentFetch(resolve));
      inside.close();
      return inside.targets.length > 0;
    },
  },
  {
    name: 'a name with one public address and one inside',
    guard: fetchGuard,
    succeeds: async () => {
      const inside = await evil(echo);
      const addresses = ['1.1.1.1', '127.0.0.1'].map((address) => ({ address, family: 4 }));
      const got = await fetched(
        `http://both.example:${new URL(inside.url).port}/`,
        createNodeDocumentFetch(() => Promise.resolve(addresses)),
      );
      inside.close();
      return got || inside.targets.length > 0;
    },
  },
  {
    name: 'a redirect of a public document to the inside',
    guard: 'src/runtime/web/fetch-following.ts',
    succeeds: async () => {
      const inside = await evil(echo);
      const real = createNodeDocumentFetch();
      const fetch: DocumentFetch = (request) =>
        request.url.hostname === 'public.example'
          ? Promise.resolve({
              status: 302,
              header: (name) => (name === 'location' ? `${inside.url}/meta-data` : undefined),
              body: new Uint8Array(),
            })
          : real(request);
      const got = await fetched('http://public.example/', fetch);
      inside.close();
      return got || inside.targets.length > 0;
    },
  },
  {
    name: 'a document of a gigabyte',
    guard: fetchGuard,
    succeeds: async () => {
      const source = await evil((_request, response) => flood(response));
      const got = await fetched(source.url, createNodeDocumentFetch(), { publicOnly: false, timeoutMs: 20_000 });
      source.close();
      return got || source.sent() > 100e6;
    },
  },
  {
    name: 'a document that comes a byte at a time, for ever',
    guard: fetchGuard,
    succeeds: async () => {
      const source = await evil((_request, response) => {
        const timer = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(timer));
      });
      const got = await fetched(source.url, createNodeDocumentFetch(), { publicOnly: false });
      source.close();
      return got;
    },
  },
];

export const openapiAttacks: readonly OpenapiAttack[] = [...answers, ...calls, ...descriptions, ...documents];

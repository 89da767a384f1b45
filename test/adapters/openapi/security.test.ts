/* Credentials: where they come from, where they go, and where they never are. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OpenapiOptions } from '@service/adapters';
import { app, type AuthProviderOptions, type ToolContext } from '@service/sdk/define';
import { messageOf } from '@service/sdk/internal';
import { OpenapiAdapter } from '@service/adapters';
import { callOperation } from '../../../packages/adapters/src/run/call-operation.ts';
import { createDirect } from '../../../src/runtime/hosts/in-process/create.ts';
import { described, prepared, preparedPaths, serve, type CalledTool } from './openapi-project.ts';
import { answerJson, recordingApi, type AnswerWith, type Recorded } from './recording-api.ts';

const schemes = {
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  basic: { type: 'http', scheme: 'Basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: { type: 'oauth2', flows: {} },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://issuer.example' },
  mtls: { type: 'mutualTLS' },
};

const secured = (security: readonly object[], operation: object = {}): object =>
  described(
    { '/a': { get: { operationId: 'send', responses: {}, ...operation } } },
    { components: { securitySchemes: schemes }, security },
  );

interface Exchange {
  readonly result: CalledTool;
  readonly request: Recorded | undefined;
}

async function exchange(
  document: object,
  options: Partial<OpenapiOptions>,
  { answer, args = {} }: { readonly args?: object; readonly answer?: AnswerWith } = {},
): Promise<Exchange> {
  const api = await recordingApi(answer);
  const server = await serve(document, { baseUrl: api.url, ...options });
  try {
    return { result: await server.call('send', args), request: api.requests[0] };
  } finally {
    await server.close();
    await api.close();
  }
}

/** A call that the server refuses, and how many requests the API got. */
async function refusal(
  document: object,
  options: Partial<OpenapiOptions>,
): Promise<{ readonly refused: string; readonly requests: number }> {
  const api = await recordingApi();
  const server = await serve(document, { baseUrl: api.url, ...options });
  try {
    const refused = await server.call('send').then(
      (result) => `answered ${JSON.stringify(result)}`,
      (failure: unknown) => messageOf(failure),
    );
    return { refused, requests: api.requests.length };
  } finally {
    await server.close();
    await api.close();
  }
}

const credentials: OpenapiOptions['staticAuth'] = {
  apiKey: 'key-for-all-schemes',
  apiKeys: { query: 'key of & query' },
  jwt: 'token-of-jwt',
  basic: { username: 'ada', password: 'correct horse' },
  oauth2Token: 'token-of-oauth',
};

test('[A14.security] each scheme gets its credential where the description wants it', async () => {
  const rows: readonly (readonly [string, (request: Recorded) => unknown, unknown])[] = [
    ['header', ({ headers }) => headers['x-key'], 'key-for-all-schemes'],
    ['query', ({ target }) => target, '/a?key=key+of+%26+query'],
    ['cookie', ({ headers }) => headers['cookie'], 'sid=key-for-all-schemes'],
    ['basic', ({ headers }) => headers['authorization'], `Basic ${Buffer.from('ada:correct horse').toString('base64')}`],
    ['bearer', ({ headers }) => headers['authorization'], 'Bearer token-of-jwt'],
    ['oauth', ({ headers }) => headers['authorization'], 'Bearer token-of-oauth'],
    ['oidc', ({ headers }) => headers['authorization'], 'Bearer token-of-oauth'],
  ];
  for (const [scheme, read, expected] of rows) {
    const { request } = await exchange(secured([{ [scheme]: [] }]), { staticAuth: credentials ?? {} });
    assert.is(request && read(request), expected, scheme);
  }
});

test('[A14.security] the first alternative that has all its credentials is taken', async () => {
  const both = await exchange(secured([{ bearer: [], header: [] }, { header: [] }]), { staticAuth: { apiKey: 'only-the-key' } });
  assert.equal([both.request?.headers['x-key'], both.request?.headers['authorization']], ['only-the-key', undefined]);
  const optional = await exchange(secured([{}, { bearer: [] }]), { staticAuth: { jwt: 'a-token-is-better' } });
  assert.is(optional.request?.headers['authorization'], 'Bearer a-token-is-better');
  const open = await exchange(secured([{ bearer: [] }], { security: [] }), { staticAuth: { jwt: 'not-asked-for' } });
  assert.is(open.request?.headers['authorization'], undefined);
});

test('[A14.security] a call without its credential is refused before it is sent', async () => {
  for (const options of [
    { staticAuth: { apiKey: 'x' } },
    { securityResolver: () => undefined },
    { authProviderMapper: { bearer: () => undefined } },
  ] as const) {
    const { refused, requests } = await refusal(secured([{ bearer: [] }]), options);
    assert.equal([requests, refused], [0, 'This tool needs credentials that are not there: bearer'], JSON.stringify(options));
  }
  assert.is((await refusal(secured([{ mtls: [] }]), { staticAuth: { jwt: 'x' } })).requests, 0);
});

test('[A14.security] a resolver and a function give the credentials of a call, before what is the same for all', async () => {
  const resolved = await exchange(secured([{ bearer: [] }]), {
    securityResolver: (ctx, { name }) => ({ jwt: `${name}-for-${ctx.toolName}` }),
    staticAuth: { jwt: 'static' },
  });
  assert.is(resolved.request?.headers['authorization'], 'Bearer send-for-send');
  const mapped = await exchange(secured([{ basic: [] }]), {
    authProviderMapper: { basic: () => 'bob:secret:word' },
    staticAuth: credentials ?? {},
  });
  assert.is(mapped.request?.headers['authorization'], `Basic ${Buffer.from('bob:secret:word').toString('base64')}`);
});

test('[A14.security] a provider of the app gives the credential of the caller', async () => {
  const api = await recordingApi();
  const authProviders: readonly AuthProviderOptions[] = [
    {
      name: 'crm',
      scope: 'user',
      factory: ({ auth }) => ({ type: 'bearer', token: `token of ${auth.isAnonymous ? 'nobody' : auth.user.sub}` }),
    },
    { name: 'custom', factory: () => ({ type: 'custom', value: 1 }), toHeaders: () => ({ 'X-Custom': 'made by its provider' }) },
  ];
  const adapter = OpenapiAdapter.init<OpenapiOptions>({
    name: 'api',
    spec: described(
      {
        '/a': { get: { operationId: 'send', responses: {} } },
        '/b': { get: { operationId: 'other', responses: {}, security: [{ header: [] }] } },
      },
      { components: { securitySchemes: schemes }, security: [{ bearer: [] }] },
    ),
    baseUrl: api.url,
    authProviderMapper: { bearer: { provider: 'crm' }, header: 'custom' },
  });
  const server = await createDirect({
    info: { name: 'api', version: '1.0.0' },
    apps: [app({ name: 'crm', authProviders: [...authProviders], adapters: [adapter] })],
  });
  try {
    await server.callTool('send', {}, { authContext: { user: { sub: 'ada' } } });
    await server.callTool('other', {});
    assert.is(api.requests[0]?.headers['authorization'], 'Bearer token of ada');
    assert.is(api.requests[1]?.headers['x-custom'], 'made by its provider');
  } finally {
    await server.dispose();
    await api.close();
  }
});

test('[A14.security] a credential may be an argument, where the options say so', async () => {
  const { api } = await prepared(
    { 'a.json': JSON.stringify(secured([{ bearer: [] }, { header: [] }])) },
    { securitySchemesInInput: ['header'] },
  );
  assert.equal(Object.keys(api.operations[0]?.input['properties'] as object), ['header']);
  const all = await prepared(
    { 'a.json': JSON.stringify(secured([{ bearer: [] }, { header: [] }])) },
    { generateOptions: { includeSecurityInInput: true } },
  );
  assert.equal(Object.keys(all.api.operations[0]?.input['properties'] as object), ['bearer', 'header']);
  const { request } = await exchange(
    secured([{ header: [] }]),
    { securitySchemesInInput: ['header'] },
    { args: { header: 'given-by-the-model' } },
  );
  assert.is(request?.headers['x-key'], 'given-by-the-model');
});

test('[A14.injection] an argument cannot take the place of a credential', async () => {
  const parameters = [
    { name: 'q', in: 'query', schema: { type: 'object' } },
    { name: 'X-Key', in: 'header', schema: { type: 'string' } },
  ];
  const query = await exchange(
    secured([{ query: [] }], { parameters }),
    { staticAuth: { apiKey: 'key-of-the-server' } },
    { args: { q: { key: 'of-the-model', other: 1 } } },
  );
  assert.is(query.request?.target, '/a?key=key-of-the-server&other=1');
  const header = await exchange(
    secured([{ header: [] }], { parameters }),
    { staticAuth: { apiKey: 'key-of-the-server' } },
    { args: { 'X-Key': 'of-the-model' } },
  );
  assert.is(header.request?.headers['x-key'], 'key-of-the-server');
});

test('[A14.servers] an operation with a server of its own gets no credential and no header of the options', async () => {
  const main = await recordingApi();
  const other = await recordingApi();
  const document = described(
    {
      '/a': { get: { operationId: 'send', responses: {} } },
      '/b': { get: { operationId: 'upload', responses: {}, servers: [{ url: other.url }] } },
    },
    { components: { securitySchemes: schemes }, security: [{ bearer: [] }], servers: [{ url: main.url }] },
  );
  const server = await serve(document, {
    staticAuth: { jwt: 'token-of-main' },
    additionalHeaders: { 'X-Own': 'x' },
    headersMapper: (_ctx: unknown, headers: Headers) => headers.set('x-mapped', '1'),
  } as never);
  try {
    await server.call('send');
    await server.call('upload');
    assert.equal([main.requests[0]?.headers['authorization'], main.requests[0]?.headers['x-own']], ['Bearer token-of-main', 'x']);
    const { headers } = other.requests[0] ?? {};
    assert.equal([headers?.['authorization'], headers?.['x-own'], headers?.['x-mapped']], [undefined, undefined, undefined]);
    const { lines } = await prepared({ 'a.json': JSON.stringify(document) }, { baseUrl: undefined } as never);
    assert.ok(
      lines.some(
        ({ level, text }) =>
          level === 'warning' && text.includes(`upload goes to ${other.url}, where no credential and no header of the options is sent`),
      ),
    );
  } finally {
    await server.close();
    await main.close();
    await other.close();
  }
});

test('[A14.redirects] a redirect is not followed, and its query is not told', async () => {
  const other = await recordingApi();
  try {
    for (const status of [301, 302, 303, 307, 308]) {
      const { result } = await exchange(
        secured([{ bearer: [] }]),
        { staticAuth: { jwt: 'token-of-main' } },
        { answer: (_request, response) => response.writeHead(status, { location: `${other.url}/x?signature=secret` }).end() },
      );
      assert.is(result.isError, true);
      assert.equal(result._meta?.['status'], status);
      assert.is(result.content[0]?.text, `The API answered ${status} and leads to ${other.url}/x: redirects are not followed`);
    }
    assert.is(other.requests.length, 0);
  } finally {
    await other.close();
  }
});

test('[A14.secrets] an API that repeats a credential does not tell it to the caller', async () => {
  const jwt = 'a"very/secret token';
  const repeating: AnswerWith = ({ headers }, response) =>
    answerJson(response, { error: `bad ${String(headers['authorization'])}` }, { status: 401 });
  const { result } = await exchange(secured([{ bearer: [] }]), { staticAuth: { jwt } }, { answer: repeating });
  assert.not.match(JSON.stringify(result), /very.{1,3}secret/);
  assert.match(JSON.stringify(result), /bad Bearer \[redacted\]/);
});

test('[A14.secrets] neither an error nor a log has the address of a request that failed', async () => {
  const records: unknown[] = [];
  const gone = await recordingApi();
  await gone.close();
  const { host } = new URL(gone.url);
  const { api } = await prepared({ 'a.json': JSON.stringify(secured([{ query: [] }])) }, { baseUrl: gone.url });
  const [operation] = api.operations;
  assert.ok(operation);
  const ctx = { fetch, logger: { warn: (...record: unknown[]) => records.push(record) }, signal: new AbortController().signal };
  const callable = {
    api,
    options: { name: 'api', staticAuth: { apiKey: 'key-in-the-query' } },
    prepared: operation,
    operation: { ...operation, tags: [] },
  };
  const result = await callOperation(callable, {}, ctx as unknown as ToolContext);
  assert.equal(Reflect.get(result as object, 'content'), [{ type: 'text', text: `The API at ${host} could not be reached` }]);
  assert.equal(records, [['the API did not answer', { operation: 'GET /a', host, reason: 'ECONNREFUSED' }]]);
});

test('[A13.report] operations that need a credential which no option gives are reported', async () => {
  const { lines } = await preparedPaths(
    { '/a': { get: { security: [{ bearer: [] }] } } },
    {},
    { components: { securitySchemes: schemes } },
  );
  assert.ok(
    lines.some(({ text }) => text === '1 operations need credentials (bearer): set staticAuth, authProviderMapper or securityResolver'),
  );
  const unknown = await preparedPaths(
    { '/a': { get: {} } },
    { authProviderMapper: { baerer: 'crm' } },
    { components: { securitySchemes: schemes } },
  );
  assert.ok(unknown.lines.some(({ text }) => text === 'the description has no security scheme "baerer" that can be used'));
});

test.run();

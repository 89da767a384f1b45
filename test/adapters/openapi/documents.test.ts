/* Documents: what is read, what is refused, and what the refusal says. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OpenapiOptions } from '@service/adapters';
import { described, prepared } from './openapi-project.ts';

async function refusal(documents: Readonly<Record<string, string | Uint8Array>>, options: Partial<OpenapiOptions> = {}): Promise<string> {
  try {
    await prepared(documents, options);
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
  throw new Error('nothing was refused');
}

const yaml = `openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /pets:
    get:
      operationId: pets
      responses:
        200: { description: ok }
`;

test('[A13.documents] YAML and JSON of one description are one API', async () => {
  const json = JSON.stringify({ openapi: '3.0.3', info: {}, paths: { '/pets': { get: { operationId: 'pets', responses: { 200: {} } } } } });
  assert.equal((await prepared({ 'a.yaml': yaml })).api, (await prepared({ 'a.json': json })).api);
});

test('[A13.documents] what is no description is refused with its place', async () => {
  assert.match(await refusal({ 'a.json': '{\n  "openapi": "3.1.0",\n  "paths" {}\n}' }), /^a\.json:3:1?\d: no JSON: /);
  assert.match(await refusal({ 'a.yaml': 'openapi: 3.0.0\npaths:\n  /a: {\n' }), /^a\.yaml:\d+:\d+: no YAML: /);
  assert.match(await refusal({ 'a.yaml': '<html>sign in</html>' }), /^a\.yaml: the document is HTML or XML, not JSON or YAML$/);
  assert.match(
    await refusal({ 'a.json': '{"hello": 1}' }),
    /^a\.json: no OpenAPI description: it has neither "openapi" nor "swagger"\. Give a document/,
  );
  assert.is(await refusal({ 'a.yaml': ' \n' }), 'a.yaml: the document is empty');
  assert.match(await refusal({ 'a.json': '{"openapi": "4.0.0"}' }), /"openapi" is "4\.0\.0"/);
  assert.match(await refusal({ 'a.json': JSON.stringify(described({})) }), /^a\.json:1: the description has no operation/);
  assert.is(await refusal({ 'a.json': new Uint8Array([0xff, 0xfe, 0x7b]) }), 'a.json: the document is not UTF-8');
  assert.match(
    await refusal({ 'a.yaml': `x: "${'y'.repeat(9 * 1024 * 1024)}"` }),
    /bytes of YAML are more than the 8388608 that can be read: convert it to JSON$/,
  );
});

test('[A13.documents] aliases of YAML cannot grow without end', async () => {
  const lines = Array.from(
    { length: 12 },
    (_item, at) => `l${at + 1}: &l${at + 1} [${Array.from({ length: 10 }, () => `*l${at}`).join(', ')}]`,
  );
  assert.match(
    await refusal({ 'a.yaml': `l0: &l0 [x]\n${lines.join('\n')}\n${yaml}` }),
    /^a\.yaml: the YAML cannot be read: Excessive alias count/,
  );
  const endless = `${yaml.replace('200: { description: ok }', '200: &again { content: { application/json: { schema: { properties: { a: *again } } } } }')}`;
  await prepared({ 'a.yaml': endless }, { outputSchema: { mode: 'definition' } }).then(
    ({ lines: told }) => assert.ok(told.some(({ text }) => text.includes('left out') || text.includes('tokens'))),
    (failure: unknown) => assert.instance(failure, Error),
  );
});

test('[A13.documents] a broken reference is named where it stands, wherever that is', async () => {
  const lost = { $ref: '#/components/schemas/Lost' };
  const schemas = { A: { type: 'object', properties: { b: { $ref: '#/components/schemas/B' } } }, B: { items: lost } };
  const parameters = [{ name: 'q', in: 'query', schema: { $ref: '#/components/schemas/A' } }];
  const text = JSON.stringify(described({ '/a': { get: { parameters } } }, { components: { schemas } }), undefined, 1);
  const { lines } = await prepared({ 'a.json': text });
  const line = text.split('\n').findIndex((one) => one.includes('Lost')) + 1;
  // The line is that of the schema, which begins above the reference.
  const expected = `left out: #/components/schemas/Lost leads nowhere (a.json:${line - 1}, #/components/schemas/B/items)`;
  assert.ok(
    lines.some(({ text: told }) => told === expected),
    `${expected}\n${JSON.stringify(lines)}`,
  );
  // What is upgraded stands elsewhere than the text has it.
  const old = {
    swagger: '2.0',
    info: {},
    paths: { '/a': { post: { parameters: [{ name: 'b', in: 'body', schema: { $ref: '#/definitions/Lost' } }] } } },
  };
  const upgraded = await prepared({ 'a.json': JSON.stringify(old) });
  assert.ok(
    upgraded.lines.some(({ text: told }) => told.endsWith('leads nowhere (a.json:1, #/paths/~1a/post)')),
    JSON.stringify(upgraded.lines),
  );
});

const several = {
  'api/openapi.yaml': yaml.replace('operationId: pets', "operationId: pets\n      parameters: [{ $ref: 'parts/common.yaml#/limit' }]"),
  'api/parts/common.yaml': "limit: { name: limit, in: query, schema: { $ref: '../schemas.json#/Limit' } }\n",
  'api/schemas.json': '{"Limit": {"$ref": "#/Whole"}, "Whole": {"type": "integer", "nullable": true, "minimum": 1}}',
};

test('[A13.documents] a description of several files is read, each once and only where a reference needs it', async () => {
  const { api, read } = await prepared({ ...several, 'api/unused.json': '{}' });
  assert.equal(read, Object.keys(several));
  assert.equal(api.operations[0]?.input['properties'], { limit: { $ref: '#/$defs/Whole' } });
  assert.equal(api.schemas, { Whole: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] } });
});

test('[A4.references] documents of the network are named only where the options allow it', async () => {
  const withReference = (ref: string): Record<string, string> => ({
    'a.json': JSON.stringify(described({ '/a': { get: { parameters: [{ $ref: ref }] } } })),
  });
  const allowing = (refResolution: object): Partial<OpenapiOptions> => ({ loadOptions: { refResolution } });
  const ref = 'https://schemas.example.com/a.json#/p';
  const there = { 'https://schemas.example.com/a.json': '{"p": {"name": "x", "in": "query"}}', 'http://169.254.169.254/a.json': '{}' };
  assert.match(
    await refusal({ ...withReference(ref), ...there }),
    /^the reference to https:\/\/schemas\.example\.com\/a\.json is refused: "https" is not among allowedProtocols of loadOptions\.refResolution; it is needed by a\.json:1, #\/paths\/~1a\/get\/parameters\/0$/,
  );
  const allowed = await prepared({ ...withReference(ref), ...there }, allowing({ allowedProtocols: ['https'] }));
  assert.is(allowed.read.length, 2);
  assert.match(
    await refusal({ ...withReference(ref), ...there }, allowing({ allowedProtocols: ['https'], blockedHosts: ['schemas.example.com'] })),
    /is among blockedHosts/,
  );
  assert.match(
    await refusal({ ...withReference(ref), ...there }, allowing({ allowedProtocols: ['https'], allowedHosts: ['other.example'] })),
    /is not among allowedHosts/,
  );
  const inner = 'http://169.254.169.254/a.json#/p';
  assert.match(
    await refusal({ ...withReference(inner), ...there }, allowing({ allowedProtocols: ['http'] })),
    /169\.254\.169\.254 is no public host/,
  );
  assert.match(
    await refusal({ ...withReference('file:///etc/passwd#/p'), 'file:///etc/passwd': '{}' }, allowing({ allowedProtocols: ['https'] })),
    /"file" is not among allowedProtocols/,
  );
});

test('[A14.servers] the server of the description is used with its variables, and one of an inner network only when the project wrote it', async () => {
  const at = (url: string, variables?: object): Record<string, string> => ({
    'a.json': JSON.stringify(described({ '/a': { get: {} } }, { servers: [{ url, ...(variables === undefined ? {} : { variables }) }] })),
  });
  const base = async (documents: Record<string, string>, options: object = {}): Promise<string> =>
    (await prepared(documents, { baseUrl: undefined, ...options } as never)).api.baseUrl;
  assert.is(await base(at('https://api.example.com/v2/')), 'https://api.example.com/v2');
  const region = { region: { default: 'eu', enum: ['eu', 'us'] } };
  assert.is(await base(at('https://{region}.example.com', region)), 'https://eu.example.com');
  assert.is(await base(at('https://{region}.example.com', region), { serverVariables: { region: 'us' } }), 'https://us.example.com');
  assert.is(
    await refusal(at('https://{region}.example.com', region), { baseUrl: undefined, serverVariables: { region: 'evil.com/' } } as never),
    'serverVariables.region must be one of "eu", "us"',
  );
  assert.match(await refusal(at('/v2'), { baseUrl: undefined } as never), /names no server with a whole address: set baseUrl$/);
  assert.is(await base(at('http://localhost:3000')), 'http://localhost:3000');
});

test('[A14.servers] a description of the network chooses no other host than its own', async () => {
  const url = 'https://api.example.com/openapi.json';
  const at = (...servers: readonly string[]): Record<string, string> => ({
    [url]: JSON.stringify(
      described({ '/a': { get: {} }, '/b': { get: { servers: [{ url: servers[1] ?? servers[0] }] } } }, { servers: [{ url: servers[0] }] }),
    ),
  });
  const options = { spec: undefined, url, baseUrl: undefined } as never;
  assert.is((await prepared(at('/v2'), options)).api.baseUrl, 'https://api.example.com/v2');
  for (const server of ['http://169.254.169.254/latest', 'https://evil.example', 'https://api.example.com.evil.example/'])
    assert.match(await refusal(at(server), options), /is refused: .* is another host than that of "url"; set baseUrl$/);
  const { api, lines } = await prepared(at('/v2', 'http://localhost:9200'), options);
  assert.is(api.operations.length, 1);
  assert.ok(
    lines.some(({ about, text }) => about === 'GET /b' && text.includes('left out: ') && text.includes('localhost is another host')),
  );
  assert.is((await prepared(at('https://evil.example'), { spec: undefined, url } as never)).api.baseUrl, 'https://api.example.com/v1');
});

test.run();

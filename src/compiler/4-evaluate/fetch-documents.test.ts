import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type DocumentFetch, DocumentRefused } from '@service/sdk/hosts/node-document-fetch';
import { createDocumentSource } from './fetch-documents.ts';

type Asked = Parameters<DocumentFetch>[0];

/** Answers by URL; whatever else is asked for is refused as private. */
function fakeNetwork(answers: Readonly<Record<string, string | { readonly location: string }>>): { fetch: DocumentFetch; asked: Asked[] } {
  const asked: Asked[] = [];
  const fetch: DocumentFetch = async (request) => {
    asked.push(request);
    const answer = answers[request.url.href];
    if (answer === undefined) throw new DocumentRefused('address', `${request.url.hostname} is not at a public address`);
    const headers: Readonly<Record<string, string>> =
      typeof answer === 'string' ? { 'content-type': 'text/plain' } : { location: answer.location };
    return {
      status: typeof answer === 'string' ? 200 : 302,
      header: (name) => headers[name],
      body: new TextEncoder().encode(typeof answer === 'string' ? answer : ''),
    };
  };
  return { fetch, asked };
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'service-documents-test-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const document = (address: string, more = {}) => ({ adapter: 'Lists far', address, ...more });

test('[A13.addresses] every step of a redirect is checked, and only the first host gets the headers', () =>
  inFolder(async (folder) => {
    const { asked, fetch } = fakeNetwork({
      'https://api.example.com/a': { location: '/b' },
      'https://api.example.com/b': { location: 'https://cdn.example.com/c' },
      'https://cdn.example.com/c': 'found',
      'https://api.example.com/inside': { location: 'https://metadata.internal/secrets' },
    });
    const source = createDocumentSource(folder, { fetch });
    assert.is(await source.fetch([document('https://api.example.com/a', { headers: { authorization: 'Bearer of-the-api' } })]), undefined);
    assert.equal(
      asked.map(({ headers, publicOnly, url }) => `${url.href} ${String(publicOnly)} ${headers['authorization'] ?? '-'}`),
      [
        'https://api.example.com/a true Bearer of-the-api',
        'https://api.example.com/b true Bearer of-the-api',
        'https://cdn.example.com/c true -',
      ],
    );
    const refused = await source.fetch([document('https://api.example.com/inside')]);
    assert.is(refused?.detail, 'https://api.example.com/inside: metadata.internal is not at a public address');
    assert.is(refused?.adapter, 'far');
    assert.ok(asked.every(({ maxBytes, timeoutMs }) => maxBytes === 64 * 1024 * 1024 && timeoutMs === 30_000));
  }));

test('[A13.addresses] a redirect does not lead from https to http', () =>
  inFolder(async (folder) => {
    const { fetch } = fakeNetwork({
      'https://api.example.com/a': { location: 'http://api.example.com/a' },
      'http://api.example.com/a': 'found',
    });
    const refused = await createDocumentSource(folder, { fetch }).fetch([document('https://api.example.com/a')]);
    assert.match(refused?.detail ?? '', /leads to an address of http, and https was asked for/);
  }));

test('[A13.lock] the name of a copy tells where it is from, whatever the address', () =>
  inFolder(async (folder) => {
    const addresses = [
      'https://api.example.com/v1/openapi.json?x=1',
      'https://example.com/',
      'https://example.com/..%2f..%2fa b/ü.yaml',
      'https://[2001:db8::1]/x.toolongending',
    ];
    const { fetch } = fakeNetwork(Object.fromEntries(addresses.map((address) => [new URL(address).href, address])));
    const source = createDocumentSource(folder, { fetch, now: () => new Date(0) });
    assert.is(await source.fetch(addresses.map((address) => document(address))), undefined);
    const files = source.documents().map(({ file }) => file.replace(/-[0-9a-f]{12}/, '-#'));
    assert.equal(files, ['api.example.com-openapi-#.json', 'example.com-#', 'example.com-C3-BC-#.yaml', '2001-db8-1-x.toolongending-#']);
    assert.is(source.documents()[0]?.date, '1970-01-01T00:00:00.000Z');
    for (const { file } of source.documents()) assert.ok(readFileSync(join(folder, 'service.lock', file), 'utf8').startsWith('https://'));
  }));

test.run();

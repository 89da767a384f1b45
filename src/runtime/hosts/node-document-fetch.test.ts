import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DocumentRefused, type DocumentAnswer, type DocumentRequest } from '../web/document-fetch.ts';
import { createNodeDocumentFetch, type ResolveName } from './node-document-fetch.ts';

interface Outcome {
  readonly answer?: DocumentAnswer;
  readonly refused?: DocumentRefused;
  readonly host?: string;
  readonly requests: number;
}

/** One fetch of `http://client.example:<port>/c.json`, a name that only `addresses` gives an address. */
async function fetchFrom(
  listener: RequestListener,
  more: Partial<DocumentRequest> & { addresses?: readonly string[] } = {},
): Promise<Outcome> {
  let requests = 0;
  let host: string | undefined;
  const server = createServer((request, response) => {
    requests++;
    ({ host } = request.headers);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { addresses = ['127.0.0.1'], ...rest } = more;
  const resolve: ResolveName = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const request = {
    url: new URL(`http://client.example:${port}/c.json`),
    headers: {},
    timeoutMs: 5000,
    maxBytes: 100,
    publicOnly: false,
    ...rest,
  };
  try {
    const answer = await createNodeDocumentFetch(resolve)(request);
    return { answer, requests, ...(host === undefined ? {} : { host: host.replace(String(port), 'port') }) };
  } catch (refused) {
    assert.instance(refused, DocumentRefused);
    return { refused: refused as DocumentRefused, requests };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const json: RequestListener = (_request, response) => response.setHeader('content-type', 'application/json').end('{"a":1}');

test('[cimd.ssrf.pinned] the connection goes to the address that was checked, with the name in Host', async () => {
  const { answer, host } = await fetchFrom(json);
  assert.is(answer?.status, 200);
  assert.is(answer?.header('content-type'), 'application/json');
  assert.is(new TextDecoder().decode(answer?.body), '{"a":1}');
  assert.is(host, 'client.example:port');
});

test('[cimd.ssrf.resolved] a name with any address of special use is not called', async () => {
  for (const addresses of [['127.0.0.1'], ['169.254.169.254'], ['::ffff:10.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1']]) {
    const { refused, requests } = await fetchFrom(json, { addresses, publicOnly: true });
    assert.is(refused?.reason, 'address', addresses.join());
    assert.is(requests, 0);
  }
});

test('[cimd.ssrf.resolved] the system resolver is asked, and an address in place of a name is checked too', async () => {
  const fetch = createNodeDocumentFetch();
  for (const url of ['http://127.0.0.1:1/c', 'http://localhost:1/c', 'http://[::1]:1/c', 'http://0x7f.1:1/c']) {
    const failure = await fetch({ url: new URL(url), headers: {}, timeoutMs: 5000, maxBytes: 10, publicOnly: true }).catch(
      (error: unknown) => error,
    );
    assert.instance(failure, DocumentRefused, url);
    assert.is((failure as DocumentRefused).reason, 'address', url);
  }
});

test('[cimd.limit.size] a body over the limit ends the fetch, announced or not', async () => {
  const exact = await fetchFrom((_request, response) => response.end('x'.repeat(100)));
  assert.is(exact.answer?.body.length, 100);
  assert.is((await fetchFrom((_request, response) => response.end('x'.repeat(101)))).refused?.reason, 'too-large');
  const endless: RequestListener = (_request, response) => {
    const more = (): void => {
      if (response.destroyed) return;
      response.write('x'.repeat(50), () => setImmediate(more));
    };
    more();
  };
  assert.is((await fetchFrom(endless)).refused?.reason, 'too-large');
});

test('[cimd.limit.gzip] nothing is decompressed: a compressed answer is refused', async () => {
  const { refused } = await fetchFrom((_request, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(1_000_000))),
  );
  assert.is(refused?.reason, 'failed');
});

test('[cimd.limit.time] a body that never ends is given up', async () => {
  const { refused } = await fetchFrom((_request, response) => void response.write('{'), { timeoutMs: 50 });
  assert.is(refused?.reason, 'failed');
  assert.match(refused?.message ?? '', /50 ms|whole/);
});

test('[cimd.redirects] a redirect is an answer like any other, and nothing follows it', async () => {
  const { answer, requests } = await fetchFrom((_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  );
  assert.is(answer?.status, 302);
  assert.is(requests, 1);
});

test('a name without an address, and a server that is not there, are failures in words', async () => {
  assert.is((await fetchFrom(json, { addresses: [] })).refused?.reason, 'failed');
  const gone = await fetchFrom(json, { url: new URL('http://client.example:1/c') });
  assert.match(gone.refused?.message ?? '', 'client.example:1 could not be reached');
});

test.run();

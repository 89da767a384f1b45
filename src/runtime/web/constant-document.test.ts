import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FetchExchange } from '../hosts/fetch-exchange.ts';
import { constantDocument } from './constant-document.ts';

const asked = (tag?: string): FetchExchange =>
  new FetchExchange(new Request('https://h.example/document', { headers: tag === undefined ? {} : { 'if-none-match': tag } }));
const headers = { 'cache-control': 'public, max-age=300' };

test('[I5.constants.documents] a document is built once, and a matching tag is answered with 304', async () => {
  const document = constantDocument({ name: 'Wörter' }, { headers, tagged: true });
  const first = await document(asked());
  assert.is(first.status, 200);
  assert.is(first.body, '{"name":"Wörter"}');
  assert.is(first.bodyLength, Buffer.byteLength('{"name":"Wörter"}'));
  assert.is(await document(asked()), first);
  const etag = String(first.headers['etag']);
  assert.match(etag, /^"[\w-]{22}"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await document(asked(known));
    assert.is(answer.status, 304, known);
    assert.equal(answer.headers, { ...headers, etag });
    assert.is(answer.body, undefined);
  }
  assert.is(await document(asked('"other"')), first);
  assert.is.not((await constantDocument({ name: 'Other' }, { headers, tagged: true })(asked())).headers['etag'], etag);
});

test('documents that may not be cached have no tag', async () => {
  const document = constantDocument({}, { headers: { 'cache-control': 'no-store' }, tagged: false });
  const answer = await document(asked('*'));
  assert.is(answer.status, 200);
  assert.is(answer.headers['etag'], undefined);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readCredentials } from './run-authenticate.ts';

test('[D1.credentials] credentials are values by key, or a list of entries with a text as key', () => {
  assert.equal(readCredentials({ api: 'x' }), { api: 'x' });
  const list = [
    { key: 'api', secret: 'x' },
    { key: 'mail', secret: 'y', metadata: { kind: 'imap' } },
  ];
  assert.equal(readCredentials(list), { api: { secret: 'x' }, mail: { secret: 'y', metadata: { kind: 'imap' } } });
});

test('[D1.credentials] malformed credentials are named by their position, without their secret', () => {
  const wrong = 'credentials: item 1 must be { key, secret, metadata? }, with text as key';
  for (const item of [
    null,
    'text',
    {},
    { key: 7, secret: 'x' },
    { key: '', secret: 'x' },
    { key: 'a' },
    { key: 'a', secret: 'x', metadata: 1 },
  ])
    assert.throws(
      () => readCredentials([item]),
      (failure: unknown) => failure instanceof Error && failure.message === wrong,
    );
  for (const given of ['text', null, 7]) assert.throws(() => readCredentials(given), /must be values by key/);
  assert.throws(
    () =>
      readCredentials([
        { key: 'a', secret: 1 },
        { key: 'a', secret: 2 },
      ]),
    /two items have the key "a"/,
  );
});

test.run();

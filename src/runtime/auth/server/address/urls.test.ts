import { redirectUriProblem } from '../../../options/redirect-values.ts';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { coversRedirectUri, isLoopbackUri } from '../clients/redirect-uris.ts';
import { normaliseEmail, subjectOf } from '../tokens/subject-of-accepted.ts';
import { sameUrl } from './urls.ts';

test('[R2.normalised] audiences are compared as URLs: case of scheme and host, default port, trailing slash', () => {
  for (const other of ['https://h', 'https://H/', 'HTTPS://h:443', 'https://h:443/']) assert.ok(sameUrl('https://h', other), other);
  for (const other of ['http://h', 'https://h/x', 'https://h:444', 'https://h.', 'https://h/?a', 'https://h/#a', 'https://h//'])
    assert.not.ok(sameUrl('https://h', other), other);
  assert.not.ok(sameUrl('https://h/#a', 'https://H/#a'), 'a place in a document is no audience (RFC 8707)');
  assert.ok(sameUrl('urn:desk', 'urn:desk'));
  assert.not.ok(sameUrl('desk', 'Desk'));
});

test('[D1.dcr.loopback] loopback is judged on the parsed host', () => {
  for (const uri of ['http://localhost', 'http://localhost:1/x', 'http://127.9.9.9/', 'http://[::1]:1/', 'http://2130706433/'])
    assert.ok(isLoopbackUri(uri), uri);
  for (const uri of [
    'http://localhost.evil.com',
    'http://127.0.0.1.nip.io',
    'http://128.0.0.1',
    'http://[::2]/',
    'http://localhost@evil.com',
    'x',
  ])
    assert.not.ok(isLoopbackUri(uri), uri);
});

test('a pattern covers characters within one part', () => {
  assert.ok(coversRedirectUri('http://localhost:*/callback', 'http://localhost:1/callback'));
  assert.ok(coversRedirectUri('https://x.example/a-*-b', 'https://x.example/a-1-b'));
  assert.not.ok(coversRedirectUri('https://x.example/a-*-b', 'https://x.example/a-b'));
  assert.not.ok(coversRedirectUri('https://x.example/*', 'https://x.example/%2e%2e'));
  assert.not.ok(coversRedirectUri('https://x.example/*', 'http://x.example/a'));
  assert.not.ok(coversRedirectUri('http://localhost:*/callback', 'http://u@localhost:1/callback'));
});

test('no client has an address that a browser may read otherwise', () => {
  assert.is(redirectUriProblem('https://app.example/cb?x=%20', []), undefined);
  for (const uri of [
    '//x',
    '/x',
    'http:x',
    'http:///x',
    'https://x/\r\n',
    'https://x/"',
    'https://ü.example/',
    'file:///x',
    'https://x y/',
  ])
    assert.ok(redirectUriProblem(uri, []) !== undefined, uri);
});

test('[R22.domains] the three kinds of subject are never the same', async () => {
  const subjects = await Promise.all((['email', 'login-field', 'anonymous'] as const).map((kind) => subjectOf(kind, 'a@b.c')));
  assert.is(new Set(subjects).size, 3);
  assert.is(normaliseEmail(' A\u0308@B.c'), normaliseEmail('ä@b.C '));
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeBase64url, encodeBase64url } from './bytes.ts';

test('[transparent.canonical] bytes have one spelling: every other last character is refused', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('');
  for (const length of [0, 1, 2, 3, 32, 64]) {
    const text = encodeBase64url(new Uint8Array(length).fill(0xa7));
    assert.equal(decodeBase64url(text)?.length, length);
    if (length % 3 === 0) continue;
    const spellings = alphabet.filter((last) => decodeBase64url(text.slice(0, -1) + last) !== undefined);
    // What is left of the last character's six bits: 2 for one byte over, 4 for two.
    assert.is(spellings.length, length % 3 === 1 ? 4 : 16);
    const bytes = new Set(spellings.map((last) => String(decodeBase64url(text.slice(0, -1) + last))));
    assert.is(bytes.size, spellings.length);
  }
});

test('padding, the other alphabet, spaces and impossible lengths are not base64url', () => {
  for (const text of ['A', 'AAAAA', 'AA==', 'A+==', 'A/AA', 'AA AA', 'AA\n', 'é', 'AAA.'])
    assert.is(decodeBase64url(text), undefined, text);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeCharacter } from '../../../test/support/change-character.ts';
import { encodeBase64url } from './bytes.ts';
import { randomBytes } from './ids.ts';
import { Seal } from './seal.ts';

const purpose = { label: 'a', identity: 'one' };

test('[R16.labels] a text opens with the same secret, label, identity and binding, and with nothing else', async () => {
  const secret = 'a secret of thirty-two characters';
  const text = await new Seal(secret, purpose).seal('täxt', 'for');
  assert.is(await new Seal(secret, purpose).open(text, 'for'), 'täxt');
  assert.is(await new Seal(secret, purpose).open(text, 'other'), undefined);
  assert.is(await new Seal(secret, { ...purpose, label: 'b' }).open(text, 'for'), undefined);
  assert.is(await new Seal(secret, { ...purpose, identity: 'two' }).open(text, 'for'), undefined);
  assert.is(await new Seal(`${secret}!`, purpose).open(text, 'for'), undefined);
});

test('[R16.labels] no changed text opens, and the same text is never sealed alike', async () => {
  const seal = new Seal(randomBytes(32), purpose);
  const text = await seal.seal('text', '');
  assert.is.not(await seal.seal('text', ''), text);
  for (let at = 0; at < text.length; at++) {
    assert.is(await seal.open(changeCharacter(text, at), ''), undefined, `character ${at}`);
  }
  for (const other of ['', 'AAAA', `${text}A`, text.slice(1), '✓', encodeBase64url(randomBytes(60))]) {
    assert.is(await seal.open(other, ''), undefined, other);
  }
});

test.run();

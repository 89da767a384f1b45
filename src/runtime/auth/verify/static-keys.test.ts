import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { StaticAuthOptions } from '../../define/auth-options.ts';
import { ServiceError } from '../../errors/index.ts';
import { hashesEqual } from '../../std/index.ts';
import { StaticKeys } from './static-keys.ts';

test('[static.find] the first, the last and no key take the same comparisons', async () => {
  const tokens = Array.from({ length: 5 }, (_, at) => `key-number-${at}`);
  let compared = 0;
  const keys = await StaticKeys.read({ mode: 'static', tokens }, undefined, (left, right) => {
    compared++;
    return hashesEqual(left, right);
  });
  const find = async (presented: string): Promise<readonly [number, string | undefined]> => {
    compared = 0;
    const caller = await keys.find(presented);
    return [compared, caller?.user.sub];
  };
  assert.equal(await find('key-number-0'), [5, 'api-key-1']);
  assert.equal(await find('key-number-4'), [5, 'api-key-5']);
  assert.equal(await find('key-number-'), [5, undefined]);
});

test('[static.find] hashes differ by any byte, and by their length', () => {
  const hash = Uint8Array.from({ length: 32 }, (_, at) => at);
  assert.ok(hashesEqual(hash, Uint8Array.from(hash)));
  for (const at of [0, 15, 31])
    assert.not.ok(
      hashesEqual(
        hash,
        Uint8Array.from(hash, (byte, place) => (place === at ? byte ^ 1 : byte)),
      ),
    );
  assert.not.ok(hashesEqual(hash, hash.slice(0, 31)));
  assert.not.ok(hashesEqual(hash.slice(0, 31), hash));
});

const read = (options: Omit<StaticAuthOptions, 'mode'>, variable?: string) =>
  StaticKeys.read({ mode: 'static', ...options }, variable).catch((failure: unknown) => {
    if (!(failure instanceof ServiceError)) throw failure;
    return failure.message;
  });
const subjectOf = async (keys: StaticKeys | string, presented: string): Promise<string | undefined> =>
  typeof keys === 'string' ? keys : (await keys.find(presented))?.user.sub;

test('[static.find] keys come from the options and the variable: one text, a list, JSON', async () => {
  assert.is(await subjectOf(await read({ tokens: 'one-key' }), 'one-key'), 'api-key-1');
  assert.is(await subjectOf(await read({ tokens: ['a-key', { token: 'b-key', sub: 'bob' }] }), 'b-key'), 'bob');
  const listed = await read({ tokensEnv: 'KEYS' }, ' a-key ,, b-key,');
  assert.equal([await subjectOf(listed, 'a-key'), await subjectOf(listed, 'b-key')], ['api-key-1', 'api-key-2']);
  assert.is(await subjectOf(await read({}, ' ["a-key", {"token":"b-key","sub":"bob"}]'), 'b-key'), 'bob');
});

const problemOf = async (reading: ReturnType<typeof read>): Promise<string> => {
  const found = await reading;
  return typeof found === 'string' ? found : 'none';
};

test('[static.find] a server without callable keys, or with a duplicate key, does not start; no message holds a key', async () => {
  assert.match(await problemOf(read({})), 'there is no key: set auth.tokensEnv and its variable');
  assert.match(await problemOf(read({ tokensEnv: 'KEYS' }, ' , ')), 'there is no key: set KEYS');
  assert.match(await problemOf(read({ tokens: ['good', 'with space'] })), 'key 2 holds characters');
  assert.match(await problemOf(read({ tokens: [''] })), 'key 1 holds characters');
  assert.match(await problemOf(read({ tokens: ['same', 'other', 'same'] })), 'key 3 is there twice');
  for (const text of ['[', '["a", 7]', '[{"token":"a-key"}]'])
    assert.match(await problemOf(read({ tokensEnv: 'KEYS' }, text)), 'KEYS: expected keys separated by commas, or a JSON list', text);
});

test('[static.find] a key stands for a caller: name, email and picture are claims of type text, the rest stays in claims', async () => {
  const keys = await read({
    tokens: [{ token: 'a-key', sub: 'ada', scopes: ['x', 'y'], claims: { name: 'Ada', email: 7, sub: 'eve', team: 'T' } }],
  });
  assert.ok(typeof keys !== 'string');
  const caller = await keys.find('a-key');
  assert.equal({ ...caller?.user }, { sub: 'ada', name: 'Ada' });
  assert.equal([...(caller?.scopes ?? [])], ['x', 'y']);
  assert.equal({ ...caller?.claims }, { name: 'Ada', email: 7, sub: 'ada', team: 'T', scope: 'x y' });
  assert.is(caller?.isAnonymous, false);
});

test.run();

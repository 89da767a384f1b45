import { test } from 'uvu';
import * as assert from 'uvu/assert';
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

test.run();

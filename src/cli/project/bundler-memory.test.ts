import { totalmem } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setBundlerMemory } from './bundler-memory.ts';

test('the bundler collects no garbage below a limit that the machine can give', () => {
  const variables: Record<string, string | undefined> = {};
  setBundlerMemory(variables);
  assert.is(variables['GOGC'], 'off');
  const limit = Number(variables['GOMEMLIMIT']);
  assert.ok(limit > 0 && limit <= 1024 ** 3 && limit <= totalmem() / 4);
});

test('what the owner of the environment says of its collector is left alone', () => {
  for (const own of [{ GOGC: '50' }, { GOMEMLIMIT: '200MiB' }]) {
    const variables: Record<string, string | undefined> = { ...own };
    setBundlerMemory(variables);
    assert.equal(variables, own);
  }
});

test.run();

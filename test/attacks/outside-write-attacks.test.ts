import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runOutsideWriteAttacks } from './outside-write-attacks.ts';

test('[files.inside] no path and no symlink of a project leads a command that writes out of it', async () => {
  const outcomes = await runOutsideWriteAttacks();
  assert.equal(
    outcomes.filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name),
    [],
  );
  assert.is(new Set(outcomes.map(({ name }) => name)).size, outcomes.length, 'every row has a name of its own');
  assert.ok(outcomes.length >= 25);
});

test.run();

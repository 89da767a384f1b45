import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runForeignPackageAttacks } from './foreign-package-attacks.ts';

test('[assets.own-files] no package of a stranger takes a private file of the builder into an archive', async () => {
  const outcomes = await runForeignPackageAttacks();
  assert.equal(
    outcomes.filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name),
    [],
  );
  assert.ok(outcomes.length >= 12);
});

test.run();

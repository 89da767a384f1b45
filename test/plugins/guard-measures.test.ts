/* The short forms of `npm run measure -- flag-flips` and `-- unguarded-call`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { measureFlagFlips } from '../../bench/flag-flips.ts';
import { measureUnguarded } from '../../bench/unguarded-call.ts';
import type { Measure } from '../../scripts/measure/measurement.ts';

async function quick(measure: Measure) {
  const folder = mkdtempSync(join(tmpdir(), 'service-guards-'));
  try {
    return await measure({ root: '', folder, words: [], flags: { quick: true } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('[D2.flags.flip] a flag that is flipped under load takes effect within the time of the cache on both instances, and no call is lost', async () => {
  assert.equal((await quick(measureFlagFlips)).problems, []);
});

test('[D2.guards.beside] an unguarded tool beside guarded ones is measured against the same server without them', async () => {
  assert.equal((await quick(measureUnguarded)).problems, []);
});

test.run();

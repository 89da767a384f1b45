import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { entryRules } from '../../src/cli/mcpb/archive-rules.ts';
import { checkArchive } from '../../src/cli/mcpb/check-archive.ts';
import { archiveAttacks, harmlessArchives, runArchiveAttacks } from './archive-attacks.ts';

test('[mcpb.validate-archive] [mcpb.one-reading] no archive that readers understand differently is called valid', async () => {
  const outcomes = await runArchiveAttacks();
  assert.equal(
    outcomes.filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name),
    [],
  );
  // Each guard of the table is the one that stops an attack.
  assert.equal(
    entryRules.map(([says]) => says).filter((says) => archiveAttacks.every(({ refusal }) => refusal !== says)),
    [],
  );
});

test('[mcpb.one-reading] each rule of the table is missed where it is left out', async () => {
  const unmissed: string[] = [];
  for (const [at, rule] of entryRules.entries()) {
    const [says] = rule;
    Reflect.set(entryRules, at, [says, () => false]);
    const outcomes = await runArchiveAttacks().finally(() => Reflect.set(entryRules, at, rule));
    if (outcomes.every(({ outcome }) => outcome === 'refused')) unmissed.push(says);
  }
  assert.equal(unmissed, []);
});

test('[mcpb.one-reading] forms that are harmless are accepted', async () => {
  for (const [name, bytes] of Object.entries(harmlessArchives)) assert.equal(await checkArchive(bytes), [], name);
});

test.run();

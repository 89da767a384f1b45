import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { attacksThatStayShut, runSkillAttacks } from './run-skill-attacks.ts';
import { fileAttacksThatStayShut, runSkillFileAttacks } from './skill-file-attacks.ts';
import { skillAttacks } from './skill-attacks.ts';

test('[K4.attacks] no attack on skills gets through', async () => {
  const outcomes = await runSkillAttacks();
  assert.is(outcomes.length, skillAttacks.length);
  assert.equal(
    outcomes.filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name),
    [],
  );
});

test('[K4.attacks] each gets through without its guard', async () => {
  assert.equal(await attacksThatStayShut(), []);
});

test('[K2.attacks] no file, link or pinned address brings into a bundle what the author has not meant; without its guard each does', async () => {
  assert.equal(
    (await runSkillFileAttacks()).filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name),
    [],
  );
  assert.equal(await fileAttacksThatStayShut(), []);
});

test.run();

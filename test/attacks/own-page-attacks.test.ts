import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ownPageAttacks } from './own-page-attacks.ts';
import { runOwnPageAttacks } from './run-own-page-attacks.ts';

const succeeded = (outcomes: Awaited<ReturnType<typeof runOwnPageAttacks>>): readonly string[] =>
  outcomes.filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name);

test('[ui.attacks] no attack on a page of one’s own succeeds, and none issues a code or runs a tool', async () => {
  const outcomes = await runOwnPageAttacks();
  assert.equal(succeeded(outcomes), []);
  assert.is(new Set(outcomes.map(({ name }) => name)).size, ownPageAttacks.length, 'every row has a name of its own');
});

test('attacks on a page that writes its input unescaped succeed', async () => {
  const page = readFileSync(new URL('../../fixtures/auth-ui/src/pages/login.ts', import.meta.url), 'utf8');
  const careless = page
    .replace('html`<li>${nameOf(item)}</li>`', 'html`<li>${rawHtml(nameOf(item))}</li>`')
    .replace('{ getAddedItems,', '{ rawHtml, getAddedItems,');
  const names = ['own page: markup in what was added, typed and named'];
  const outcomes = await runOwnPageAttacks(
    ownPageAttacks.filter(({ name }) => names.includes(name)),
    { 'src/pages/login.ts': careless },
  );
  assert.equal(succeeded(outcomes), names);
});

test('[I15.totals.growth] sign-ins that grow are seen to succeed without their bound', async () => {
  const attack = ownPageAttacks.filter(({ mayBeFull }) => mayBeFull === true);
  const outcomes = await runOwnPageAttacks(attack, {}, [['share: 2 * mebibyte', 'share: Infinity']]);
  assert.equal([succeeded(outcomes).length, attack.length], [1, 1]);
});

test('[guard.guess.extras] guesses on fresh pages are seen to succeed where an address is not counted', async () => {
  const attack = ownPageAttacks.filter(({ alone }) => alone === true);
  const outcomes = await runOwnPageAttacks(attack, {}, [
    ['identifiers: [], page: signIn.id', 'identifiers: [], page: signIn.id, address: void 0'],
  ]);
  assert.equal([succeeded(outcomes).length, attack.length], [1, 1]);
});

test.run();

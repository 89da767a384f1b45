import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dashboardAttacks } from './dashboard-attacks.ts';
import { attacksThatStayShut, runDashboardAttacks } from './run-dashboard-attacks.ts';

for (const target of ['node', 'worker'] as const)
  test(`[dashboard.attacks] no attack on the dashboard gets through, on ${target}`, async () => {
    const outcomes = await runDashboardAttacks(target);
    assert.is(outcomes.length, dashboardAttacks.length);
    assert.equal(
      outcomes.filter(({ outcome }) => outcome === 'succeeded').map(({ name }) => name),
      [],
    );
  });

test('[dashboard.attacks] each gets through when its guard is taken out', async () => {
  assert.equal(await attacksThatStayShut(), []);
});

test.run();

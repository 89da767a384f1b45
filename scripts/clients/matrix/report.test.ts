import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KnownFault } from './known-faults.ts';
import { judgeLeg, reportOf } from './report.ts';

const fault: KnownFault = { client: 'a@1', scenario: 'list tools', problem: 'not listed: last;', reason: 'reads the first page only' };
const listed = { scenario: 'list tools', problem: 'Error: not listed: last; listed: add' };

test('a failure that a known fault describes is the client’s', () => {
  const { failed, passed, theirs } = judgeLeg({ client: 'a@1', leg: 'node', outcomes: [{ scenario: 'connect' }, listed] }, [fault]);
  assert.equal([passed, failed, theirs], [1, 0, ['list tools: reads the first page only']]);
});

test('another failure of the same scenario, another client and another leg stay ours', () => {
  const other = { scenario: 'list tools', problem: 'Error: not listed: add; listed: last' };
  // The fault that does not show is stale too.
  assert.is(judgeLeg({ client: 'a@1', leg: 'node', outcomes: [other] }, [fault]).failed, 2);
  assert.is(judgeLeg({ client: 'b@1', leg: 'node', outcomes: [listed] }, [fault]).failed, 1);
  assert.is(judgeLeg({ client: 'a@1', leg: 'workerd', outcomes: [listed] }, [{ ...fault, legs: ['node'] }]).failed, 1);
});

test('a known fault that no longer shows counts as ours until it is taken out', () => {
  const { failed, problems } = judgeLeg({ client: 'a@1', leg: 'node', outcomes: [{ scenario: 'list tools' }] }, [fault]);
  assert.is(failed, 1);
  assert.match(problems[0] ?? '', 'remove it');
});

test('the report has numbers and reasons by client and leg', () => {
  const report = reportOf([{ client: 'a@1', leg: 'stdio', outcomes: [{ scenario: 'connect' }, { scenario: 'call', problem: 'no' }] }]);
  assert.equal(report, { 'a@1': { stdio: { passed: 1, failed: 1, theirs: [] } } });
});

test.run();

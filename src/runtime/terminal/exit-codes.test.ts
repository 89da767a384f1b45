import { EventEmitter } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { abortOnSignals, interruptionCode } from './exit-codes.ts';

test('[cli-program.exit-codes] the first signal aborts with its exit code, the second ends at once with its own', () => {
  const source = new EventEmitter();
  const ended: number[] = [];
  const { signal } = abortOnSignals(source, (code) => ended.push(code));
  assert.is(interruptionCode(signal), undefined);
  source.emit('SIGTERM', 'SIGTERM');
  assert.equal([interruptionCode(signal), ended], [143, []]);
  source.emit('SIGINT', 'SIGINT');
  source.emit('SIGHUP', 'SIGHUP');
  assert.equal([interruptionCode(signal), ended], [143, [130, 129]]);
  assert.is(interruptionCode(AbortSignal.abort()), 130);
});

test('[cli-program.exit-codes] signals that were released belong to others again', () => {
  const source = new EventEmitter();
  const { release, signal } = abortOnSignals(source, () => assert.unreachable());
  release();
  assert.equal(source.eventNames(), []);
  assert.not.ok(signal.aborted);
});

test.run();

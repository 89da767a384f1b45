import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { StorageConnectionError } from '../errors/index.ts';
import { createLogger, type LogFields } from '../std/index.ts';
import { toJson } from './call/to-json.ts';
import { toRpcError } from './rpc-error.ts';

test('[D4.results.non-finite] the remedy for a value that JSON cannot say is logged, and the caller reads an id alone', () => {
  const logged: LogFields[] = [];
  const logger = createLogger(({ fields }) => void logged.push(fields), 'error');
  const loop: { self?: object } = {};
  loop.self = loop;
  for (const [value, hint] of [
    [{ at: Number.NaN }, 'Return null there, or set output: { allowNonFinite: true }, which sends null.'],
    [loop, 'Return a copy without the reference to itself.'],
  ] as const)
    try {
      assert.unreachable(JSON.stringify(toJson(value, false, 'Resource')));
    } catch (failure) {
      const { data, message } = toRpcError(failure, { logger });
      const { errorId, ...shown } = logged.pop() ?? {};
      assert.equal(shown, { failure, data: { hint } });
      assert.equal([data, message], [{ errorId }, `Internal error. Ask the operator about error id ${String(errorId)}.`]);
    }
});

test('[I4.chaos.store] a request that fails because its store is away is 503, and may be repeated', () => {
  const logger = createLogger(() => undefined, 'error');
  const { code, httpStatus, message, retryAfterSeconds } = toRpcError(new StorageConnectionError('redis://cache', 'ECONNREFUSED'), {
    logger,
  });
  assert.equal([code, httpStatus, retryAfterSeconds], [-32603, 503, 2]);
  assert.not.match(message, 'cache');
  const other = toRpcError(new Error('no'), { logger });
  assert.equal([other.httpStatus, other.retryAfterSeconds], [200, undefined]);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment } from './env.ts';

test('[R6.variables] an invalid value stops the start: every bad variable is named, no value is repeated', () => {
  try {
    readEnvironment({ PORT: '65536', SERVICE_STDIO: 'secret-value', SERVICE_LOGS_MAX: '-1', SERVICE_LOG_LEVEL: 'loud' });
    assert.unreachable();
  } catch (failure) {
    const { message } = failure instanceof Error ? failure : new Error('none');
    for (const name of ['PORT', 'SERVICE_STDIO', 'SERVICE_LOGS_MAX', 'SERVICE_LOG_LEVEL']) assert.match(message, name);
    assert.not.match(message, 'secret-value');
  }
});

test('empty text counts as unset; switches take words', () => {
  const environment = readEnvironment({ PORT: ' ', SERVICE_STDIO: 'On', SERVICE_ALLOWED_HOSTS: 'a.example, b.example ,' });
  assert.is(environment.PORT, undefined);
  assert.is(environment.SERVICE_STDIO, true);
  assert.is(environment.SERVICE_LOGS_MAX, 25);
  assert.equal(environment.SERVICE_ALLOWED_HOSTS, ['a.example', 'b.example']);
});

test.run();

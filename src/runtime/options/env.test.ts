import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inspectCalled, inspectProcess, inspectShared, readEnvironment } from './env.ts';

test('[R6.variables] an invalid value stops the start: every bad variable is named, no value is repeated', () => {
  try {
    readEnvironment({ PORT: '65536', SERVICE_STDIO: 'secret-value', SERVICE_LOGS_MAX: '-1', SERVICE_LOG_LEVEL: 'loud' });
    assert.unreachable();
  } catch (failure) {
    const { message } = failure instanceof Error ? failure : new Error('none');
    for (const name of ['PORT', 'SERVICE_STDIO', 'SERVICE_LOGS_MAX', 'SERVICE_LOG_LEVEL']) assert.match(message, name);
    assert.not.match(message, 'secret-value');
    for (const given of ['PORT: expected an integer from 0 to 65535 (got 65536)', '(got -1)', ', off (got text of 4 characters)'])
      assert.match(message, given);
    assert.match(message, 'false, off or no (got text of 12 characters)');
  }
});

test('[R6.variables] an address with a port is no address, and a deployment is one that there is', () => {
  for (const address of ['1.2.3.4:80', 'localhost:80', '[::1]', ':', '1:2'])
    assert.throws(() => readEnvironment({ SERVICE_BIND_ADDRESS: address }), /SERVICE_BIND_ADDRESS: expected loopback, all, or an address/);
  for (const address of ['all', 'localhost', '10.0.0.1', '::', '::1', '::ffff:10.0.0.1', 'fe80::1%eth0'])
    assert.is(readEnvironment({ SERVICE_BIND_ADDRESS: address }).SERVICE_BIND_ADDRESS, address);
  assert.throws(
    () => readEnvironment({ SERVICE_DEPLOYMENT_MODE: 'distribted' }),
    /SERVICE_DEPLOYMENT_MODE: expected one of distributed, serverless/,
  );
  assert.is(readEnvironment({ SERVICE_DEPLOYMENT_MODE: 'distributed' }).SERVICE_DEPLOYMENT_MODE, 'distributed');
});

test('[R6.variables] a session secret that could be guessed stops the start, by its name and not by its text', () => {
  const { environment, problems } = inspectShared({ MCP_SESSION_SECRET: 'hunter2' });
  assert.equal(problems, ['MCP_SESSION_SECRET: expected at least 32 characters (got text of 7 characters)']);
  assert.is(environment.MCP_SESSION_SECRET, undefined);
  assert.equal(inspectShared({ MCP_SESSION_SECRET: 's'.repeat(32) }).problems, []);
});

test('[I4.proxy.on] the words that trust one proxy, and those that trust none, are those that the fault names', () => {
  const read = (word: string) => readEnvironment({ SERVICE_TRUST_PROXY: word }).SERVICE_TRUST_PROXY;
  assert.equal(['on', 'true', 'Yes', 'off', 'false', 'no', '3'].map(read), [1, 1, 1, 0, 0, 0, 3]);
  assert.throws(() => read('yep'), /SERVICE_TRUST_PROXY: expected on, true, yes, off, false, no, or the number of proxies from 0 to 16/);
});

test('empty text counts as unset; switches take words', () => {
  const environment = readEnvironment({ PORT: ' ', SERVICE_STDIO: 'On', SERVICE_ALLOWED_HOSTS: 'a.example, b.example ,' });
  assert.is(environment.PORT, undefined);
  assert.is(environment.SERVICE_STDIO, true);
  assert.is(environment.SERVICE_LOGS_MAX, 25);
  assert.equal(environment.SERVICE_ALLOWED_HOSTS, ['a.example', 'b.example']);
});

test('a host without a process of its own reads no variable that means nothing there', () => {
  const source = { PORT: 'x', SERVICE_LOGS_MAX: 'x', SERVICE_HSTS: 'max-age=1', SERVICE_LOG_LEVEL: 'loud' };
  const { environment, problems } = inspectShared(source);
  assert.is(environment.SERVICE_HSTS, 'max-age=1');
  assert.equal(
    problems.map((problem) => problem.slice(0, problem.indexOf(':'))),
    ['SERVICE_LOG_LEVEL'],
  );
  assert.is(inspectProcess(source).problems.length, 3);
});

test('[serverless.store-variables] a function reads the variables of stores over TCP, and none of a process of its own', () => {
  const { environment, problems } = inspectCalled({
    REDIS_URL: 'redis://cache.internal',
    REDIS_PORT: '0',
    PORT: 'x',
    SERVICE_LOGS_MAX: 'x',
  });
  assert.is(environment.REDIS_URL, 'redis://cache.internal');
  assert.equal(problems, ['REDIS_PORT: expected an integer from 1 to 65535 (got 0)']);
  assert.is(inspectShared({ REDIS_URL: 'redis://cache.internal' }).environment.REDIS_URL, undefined);
});

test.run();

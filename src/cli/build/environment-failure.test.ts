import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isEnvironmentFailure } from './environment-failure.ts';

test('[build.proof] a start that names a store or an unset variable lacks something; any other failure is the artifact’s', () => {
  const said = (text: string, source: string, unset: readonly string[] = []): boolean =>
    isEnvironmentFailure(text, { variables: { SET: '1', SET_ALREADY: '1' }, sources: [source], unset });
  assert.ok(said('StorageConnectionError: Failed to connect to Redis: ECONNREFUSED', ''));
  assert.ok(said('{"error":"server_misconfigured","code":"JWT_SECRET_REQUIRED","message":"JWT_SECRET is not set"}', ''));
  assert.not.ok(said('{"error":"server_misconfigured","code":"CONFIG_INVALID","message":"JWT_SECRET_REQUIRED"}', ''));
  assert.ok(said('"code":"CONFIG_INVALID","message":"redis.url is required, or the variable KV_REST_API_URL"', 'process.env.KV_URL'));
  assert.ok(said('Set MCP_SESSION_SECRET to one value for all', ''));
  assert.ok(said('tasks.redis.url is required, or the variable KV_REST_API_URL', "tasks: { redis: { provider: 'http-kv' } }"));
  assert.ok(said('there is no key: set KEYS', "auth: { mode: 'static', tokensEnv: 'KEYS' }"));
  assert.ok(said('Error: TOKEN is required', 'const token = process.env.TOKEN;'));
  assert.ok(said('Error: API_KEY is required', 'const { API_KEY } = process.env;'));
  const faults = ['auth.clientId is needed in mode "remote"', '"code":"CONFIG_INVALID","message":"redis.db must be a number, and is NaN"'];
  for (const fault of faults) {
    assert.ok(said(`shop: ${fault}`, '', ['CLIENT_ID']));
    assert.not.ok(said(`shop: ${fault}`, ''));
  }
  assert.not.ok(said('TypeError: cart.items is not iterable', '', ['CLIENT_ID']));
  assert.not.ok(said('Error: SET is wrong', 'process.env.SET'));
  assert.not.ok(said('Error: SET_ALREADY is wrong', 'process.env.SET_ALREADY'));
  assert.not.ok(said('Error: HTTP failed', '// HTTP is spoken here'));
  assert.not.ok(said('TypeError: broken here', 'process.env.TOKEN'));
});

test.run();

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askStdio, isEnvironmentFailure, lastWords, type StartAnswer } from './prove-start.ts';

const test = suite<{ folder: string }>('prove-start');
test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'service-ask-'));
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true }));

/** Starts a server that runs `onLine` for each line that it is sent. */
function ask(folder: string, onLine: string, signal?: AbortSignal): Promise<StartAnswer> {
  const script = join(folder, 'server.mjs');
  writeFileSync(
    script,
    `import { createInterface } from 'node:readline';\nfor await (const line of createInterface(process.stdin)) {${onLine}}`,
  );
  return askStdio({ folder, script, scratch: folder, entryPath: '/mcp', environment: {}, signal });
}

test('[build.proof] a refusal is an answer, also behind lines that are no messages', async ({ folder }) => {
  const refuses = `const { id } = JSON.parse(line); console.log('ready'); console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }));`;
  const answer = await ask(folder, refuses);
  assert.is(answer.kind, 'answered');
});

test('[build.proof] a server that ends instead leaves its last words, or how it ended', async ({ folder }) => {
  assert.equal(await ask(folder, 'process.exit(3);'), { kind: 'ended', said: 'it ended with exit code 3' });
  const speaks = `console.error('TypeError: broken here.'); process.exit(1);`;
  assert.equal(await ask(folder, speaks), { kind: 'ended', said: 'TypeError: broken here' });
});

test('[build.proof] a build that is aborted does not wait for the answer', async ({ folder }) => {
  const ending = new AbortController();
  const asked = ask(folder, '', ending.signal);
  ending.abort(new Error('Ctrl-C'));
  await asked.then(
    () => assert.unreachable(),
    (failure: unknown) => assert.match(String(failure), 'Ctrl-C'),
  );
});

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

test('[build.proof] a function that hides why it could not start has said it in its log', () => {
  const answer =
    '{"error":"server_unavailable","code":"SERVER_START_FAILED","message":"The server could not be started. The log says why."}';
  const failure = 'ERROR the server could not be started failure=StorageConnectionError: Failed to connect to Redis: ECONNREFUSED';
  assert.is(lastWords(`INFO begins\n${failure}\n    at open (redis.ts:1:1)\n${answer}\n`, ''), failure);
  const inJson = '{"level":"error","message":"no","failure":{"name":"StorageConnectionError","message":"ECONNREFUSED"}}';
  assert.is(lastWords(`${inJson}\n${answer}\n`, ''), inJson);
  assert.is(lastWords(`${answer}\n`, ''), answer.replace(/\.$/, ''));
});

test.run();

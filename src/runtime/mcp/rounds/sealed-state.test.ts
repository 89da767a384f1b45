import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changeCharacter } from '../../../../test/support/change-character.ts';
import { AskingServer } from '../../../../test/support/asking-server.ts';
import { createAuthContext, anonymousCaller } from '../../define/create-auth-context.ts';
import type { AuthContext } from '../../define/auth-context.ts';
import { ProtocolError, ServiceError } from '../../errors/index.ts';
import { silentLogger } from '../../std/index.ts';
import { revision20260728 } from '../revisions/2026-07-28.ts';
import { canonicalJson, defaultRoundLimits, StateSeal } from './state-seal.ts';
import { createRounds } from './call-round.ts';
import { MemoryUsedStates } from './used-states.ts';
import { createUncompiledRuntime } from '../../../../test/support/uncompiled-runtime.ts';

const runtime = await createUncompiledRuntime(AskingServer, { constants: {}, logger: silentLogger });
let now = 1_000_000;
const rounds = createRounds({ model: runtime.model, secret: 'secret', identity: 'here', clock: () => now });

const user = (sub: string, issuer: string) =>
  createAuthContext({ mode: 'test', isAnonymous: false, user: { sub }, claims: { iss: issuer } });

interface Sent {
  readonly params?: JsonObject;
  readonly auth?: AuthContext;
  readonly ttlMs?: number;
  readonly rounds?: typeof rounds;
}

/** One request of a call that asks one question and returns its answer. */
async function ask({ params = {}, auth = anonymousCaller, ttlMs, rounds: served = rounds }: Sent): Promise<JsonObject> {
  const round = served.begin({
    method: 'tools/call',
    params: { name: 't', ...params },
    auth,
    revision: revision20260728,
    clientCapabilities: { roots: {} },
  });
  if (round === undefined) throw new Error('no round');
  const question = { method: 'roots/list', params: {}, ...(ttlMs === undefined ? {} : { ttlMs }) };
  const result = await round.run(async () => ({ answer: await round.ask(question) }));
  if (!isJsonObject(result)) throw new Error('not a result');
  return result;
}

const codeOf = (failure: unknown): unknown =>
  failure instanceof ProtocolError ? failure.rpcCode : failure instanceof ServiceError ? failure.code : failure;
const outcome = (sent: Sent): Promise<unknown> => ask(sent).then((result) => result.resultType ?? 'complete', codeOf);
const inputResponses = { 'roots-1': { roots: [] } };

test('[P7.sealed] however a state is tampered with, the call never completes', async () => {
  const { requestState } = await ask({});
  if (typeof requestState !== 'string') throw new Error('no state');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ .é';
  const tampered = fc.oneof(
    fc
      .tuple(fc.nat(requestState.length - 1), fc.constantFrom(...Array.from(alphabet)))
      .map(([at, char]) => requestState.slice(0, at) + char + requestState.slice(at + 1)),
    fc
      .tuple(fc.nat(requestState.length), fc.nat(requestState.length))
      .map(([from, to]) => requestState.slice(Math.min(from, to), Math.max(from, to))),
    fc.tuple(fc.nat(requestState.length), fc.string()).map(([at, text]) => requestState.slice(0, at) + text + requestState.slice(at)),
    fc.string(),
    fc.base64String(),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(tampered, async (state) => {
      fc.pre(state !== requestState);
      const params: JsonObject = { inputResponses };
      params.requestState = JSON.parse(JSON.stringify(state)) as Json;
      assert.is(await outcome({ params }), -32602);
    }),
    { numRuns: 400 },
  );
  // Every single character counts, the last one with its unused bits too.
  for (let at = 0; at < requestState.length; at++) {
    const state = changeCharacter(requestState, at);
    assert.is(await outcome({ params: { requestState: state, inputResponses } }), -32602, `character ${at}`);
  }
  assert.is(await outcome({ params: { requestState, inputResponses } }), 'complete');
});

test('[P7.ask-again] with any inputResponses, the call ends with a question or an error unless they fit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      fc.pre(!(isJsonObject(value) && Array.isArray(value.roots)));
      const { requestState } = await ask({});
      const params: JsonObject = { inputResponses: { 'roots-1': JSON.parse(JSON.stringify(value)) as Json } };
      if (requestState !== undefined) params.requestState = requestState;
      const round = rounds.begin({
        method: 'tools/call',
        params: { name: 't', ...params },
        auth: anonymousCaller,
        revision: revision20260728,
        clientCapabilities: { roots: {} },
      });
      const problemOf = ({ roots }: JsonObject) => (Array.isArray(roots) ? undefined : 'no roots');
      const result = await round?.run(async () => ({ answer: await round.ask({ method: 'roots/list', params: {}, problemOf }) }));
      assert.is(isJsonObject(result) && result.resultType, 'input_required');
    }),
    { numRuns: 200 },
  );
});

test('[P7.sealed] a state belongs to its caller: issuer and subject', async () => {
  const callers = [user('ada', 'https://a.example'), user('ada', 'https://b.example'), user('bob', 'https://a.example'), anonymousCaller];
  for (const owner of callers) {
    for (const other of callers) {
      const { requestState = null } = await ask({ auth: owner });
      assert.is(await outcome({ auth: other, params: { requestState, inputResponses } }), owner === other ? 'complete' : -32602);
    }
  }
});

test('[P7.sealed] of parallel requests with one state exactly one is acted on', async () => {
  const { requestState = null } = await ask({});
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome({ params: { requestState, inputResponses } })));
  assert.equal([outcomes.filter((one) => one === 'complete').length, outcomes.filter((one) => one === -32602).length], [1, 19]);
});

test('a call that does not wait for its question ends, and nothing is left behind', async () => {
  const round = rounds.begin({
    method: 'tools/call',
    params: {},
    auth: anonymousCaller,
    revision: revision20260728,
    clientCapabilities: { roots: {} },
  });
  if (round === undefined) throw new Error('no round');
  const unanswered: string[] = [];
  const question = { method: 'roots/list', params: {} };
  const handle = (): object => {
    round.ask(question).catch(() => unanswered.push('first'));
    return { content: [] };
  };
  assert.equal(round.run(handle), { content: [] }, 'at once, as without rounds');
  await round.ask(question).catch((failure: unknown) => unanswered.push(failure instanceof Error ? failure.name : ''));
  assert.equal(unanswered, ['InputRequired']);
});

test('[P7.expiry] a late answer is a timeout, a state past its time is -32602', async () => {
  const { requestState = null } = await ask({ ttlMs: 1000 });
  now += 1001;
  assert.is(await outcome({ ttlMs: 1000, params: { requestState, inputResponses } }), 'EXECUTION_TIMEOUT');
  const again = (await ask({ ttlMs: 1000 })).requestState ?? null;
  now += 1000 + defaultRoundLimits.graceMs;
  assert.is(await outcome({ ttlMs: 1000, params: { requestState: again, inputResponses } }), -32602);
});

test('[P7.bounded] a state of more than its size is an error, and so are too many questions at once', async () => {
  const small = createRounds({
    model: runtime.model,
    secret: 's',
    identity: 'i',
    limits: { ...defaultRoundLimits, maxStateLength: 200, maxQuestions: 2 },
  });
  assert.is(await outcome({ rounds: small, params: { inputResponses: { x: {} } } }), -32603);
  const wide = createRounds({ model: runtime.model, secret: 's', identity: 'i', limits: { ...defaultRoundLimits, maxQuestions: 2 } });
  const round = wide.begin({
    method: 'tools/call',
    params: {},
    auth: anonymousCaller,
    revision: revision20260728,
    clientCapabilities: { roots: {} },
  });
  if (round === undefined) throw new Error('no round');
  const many = async () => Promise.all([1, 2, 3].map(() => round.ask({ method: 'roots/list', params: {} })));
  assert.is(await Promise.resolve(round.run(many)).then(() => 'complete', codeOf), 'SERVER_ERROR');
});

test('[R16.request-state] a seal opens with its own secret, server and binding only', async () => {
  const state = { id: 'x', round: 1, expiresAt: 5, asked: [], answers: [] };
  const secret = new TextEncoder().encode('secret');
  const seal = new StateSeal(secret, 'here');
  const text = await seal.seal(state, 'binding');
  assert.equal(await seal.open(text, 'binding'), state);
  assert.is(await seal.open(text, 'other'), undefined);
  assert.is(await new StateSeal(secret, 'there').open(text, 'binding'), undefined);
  assert.is(await new StateSeal(new TextEncoder().encode('other'), 'here').open(text, 'binding'), undefined);
  assert.is.not(await seal.seal(state, 'binding'), text, 'two seals of one state differ');
});

test('[P7.same-params] equal values have one text; values nested too deeply are refused before they fill the stack', () => {
  assert.is(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined, __proto__: null }), canonicalJson({ b: [1, { c: 'x', d: null }] }));
  assert.is.not(canonicalJson({ a: 1 }), canonicalJson({ a: '1' }));
  assert.is.not(canonicalJson([[1], 2]), canonicalJson([[1, 2]]));
  let deep: Json = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  assert.throws(() => canonicalJson(deep), /nested deeper than 200/);
});

test('[P7.sealed] used states are remembered until they expire, and no longer', () => {
  let clock = 0;
  const used = new MemoryUsedStates(() => clock);
  assert.ok(used.claim('a', 10));
  assert.not.ok(used.claim('a', 10));
  clock = 10;
  assert.ok(used.claim('b', 20));
  assert.is(used.size, 1);
});

test.run();

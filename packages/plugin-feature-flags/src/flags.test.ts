/* Caching of flags; built servers and the providers' own SDKs are in test/plugins. */
import type { HookViewer } from '@service/sdk/define';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAuthContext } from '../../../src/runtime/define/create-auth-context.ts';
import { createLogger } from '../../../src/runtime/std/logger.ts';
import type { FlagAdapter } from './flag-adapter.ts';
import { Flags } from './flags.ts';

function world() {
  const state = { now: 0, asked: 0 };
  const adapter: FlagAdapter = { evaluate: () => ({ isEnabled: true, variant: ++state.asked }) };
  const logger = createLogger(() => undefined, 'error');
  const flags = new Flags(
    { adapter: 'custom', adapterInstance: adapter, cacheStrategy: 'session', cacheTtlMs: 100 },
    { adapter, logger, now: () => state.now },
  );
  const as = (sub: string, sessionId: string | undefined, request = {}): HookViewer => ({
    auth: createAuthContext({ mode: 'static', isAnonymous: false, user: { sub } }),
    principal: sub,
    sessionId,
    request: { id: 'request', header: () => undefined, ...request },
  });
  const variant = async (viewer: HookViewer): Promise<unknown> => (await flags.state(viewer, 'beta')).variant;
  return { as, flags, state, variant };
}

test('[D2.flags.cache] a session of one person keeps what a flag says until its time is over or a change comes', async () => {
  const { as, flags, state, variant } = world();
  assert.is(await variant(as('ada', 's')), 1);
  assert.is(await variant(as('ada', 's')), 1, 'another request of the session');
  assert.is(await variant(as('bob', 's')), 2, 'another person in it');
  assert.is(await variant(as('ada', 't')), 3, 'another session');
  state.now = 99;
  assert.is(await variant(as('ada', 's')), 1);
  state.now = 100;
  assert.is(await variant(as('ada', 's')), 4, 'its time is over');
  flags.forget();
  assert.is(await variant(as('ada', 's')), 5, 'a change came');
});

test('[D2.flags.cache] without a session a request keeps it', async () => {
  const { as, variant } = world();
  const request = as('ada', undefined);
  assert.is(await variant(request), 1);
  assert.is(await variant(request), 1);
  assert.is(await variant(as('ada', undefined)), 2);
});

test.run();

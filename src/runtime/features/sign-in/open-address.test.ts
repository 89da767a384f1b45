import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { unknownEnvironment } from '../../define/call-frame.ts';
import type { ApplicationCore } from '../application/application-core.ts';
import { addressWarnings, checkForeignAudience, isPinned, isReachable } from './open-address.ts';

interface Given {
  readonly publicUrl?: string;
  readonly hosts?: readonly string[];
  /** `none`: a host that listens for us. */
  readonly bound?: 'loopback' | 'all' | 'socket' | 'none';
  readonly env?: string;
}

function partsOf({ bound = 'all', env = 'development', hosts, publicUrl }: Given): ApplicationCore {
  const listening =
    bound === 'none'
      ? undefined
      : {
          bindAddress: bound === 'all' ? '0.0.0.0' : '127.0.0.1',
          socketPath: bound === 'socket' ? '/run/x.sock' : undefined,
          loopbackOnly: bound !== 'all',
          ownHosts: undefined,
        };
  const http = { publicUrl, listening, hosts: { hosts: hosts && new Set(hosts), passed: new Map() } };
  return { http, runtime: { environment: { ...unknownEnvironment, env } } } as never;
}

const verdictOf = (given: Given, audiences: readonly string[] = []): string => {
  try {
    return checkForeignAudience(partsOf(given), audiences).length === 0 ? 'silent' : 'warns';
  } catch (failure) {
    assert.match(String(failure), 'auth.mode "transparent" needs to know which tokens are for this server');
    assert.match(String(failure), 'SERVICE_PUBLIC_URL, or SERVICE_ALLOWED_HOSTS, or auth.expectedAudience');
    return 'refuses';
  }
};

test('[guard.audience.start] transparent without a pinned address and expectedAudience does not start in production and on a socket', () => {
  const production = { env: 'production' };
  assert.is(verdictOf(production), 'refuses');
  assert.is(verdictOf({ ...production, bound: 'none' }), 'refuses');
  assert.is(verdictOf({ bound: 'socket' }), 'refuses');
  assert.is(verdictOf({ ...production, bound: 'loopback' }), 'refuses', 'its host check was switched off');
  assert.is(verdictOf({}), 'warns');
  assert.is(verdictOf({ bound: 'none' }), 'warns');
  assert.is(verdictOf({ bound: 'loopback' }), 'silent');
  for (const pinned of [{ publicUrl: 'https://mcp.example' }, { hosts: ['mcp.example'] }])
    for (const more of [production, { bound: 'socket' }, {}] as const) assert.is(verdictOf({ ...pinned, ...more }), 'silent');
  for (const more of [production, { bound: 'socket' }, {}] as const) assert.is(verdictOf(more, ['urn:me']), 'silent');
});

test('[guard.audience.warnings] a server that is reachable under any name is warned, on a socket file as well', () => {
  const warned = (given: Given): number => addressWarnings(partsOf(given).http).length;
  assert.equal([{ bound: 'all' }, { bound: 'socket' }, { bound: 'none' }, { bound: 'loopback' }].map((one) => warned(one as Given)), [1, 1, 1, 0]); // prettier-ignore
  for (const pinned of [{ publicUrl: 'https://mcp.example' }, { hosts: ['mcp.example'] }]) assert.is(warned(pinned), 0);
  assert.match(addressWarnings(partsOf({}).http)[0] ?? '', 'forged Host header');
  assert.equal([isPinned(partsOf({}).http), isPinned(partsOf({ hosts: [] }).http)], [false, true]);
  assert.equal([isReachable(partsOf({ bound: 'loopback' }).http), isReachable(partsOf({ bound: 'socket' }).http)], [false, true]);
});

test.run();

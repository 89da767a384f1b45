import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { anonymousCaller, Plugin, Service, tool, type ListCall } from '../../define/index.ts';
import { noRequestHeaders } from './request-headers.ts';
import type { EntryModel } from '../../model/index.ts';
import { silentLogger } from '../../std/index.ts';
import type { CallRequest } from './call-request.ts';
import { listEntries } from './list-entries.ts';
import { isConstantResult } from '../json-rpc.ts';
import { createUncompiledRuntime } from '../../../../test/support/uncompiled-runtime.ts';

const environment = { os: 'linux', runtime: 'node', deployment: 'standalone', surface: 'mcp', env: 'production' };

const requestOf = (sessionId?: string): CallRequest => ({
  revision: { version: '2026-07-28' },
  requestId: { text: 'r1' },
  sessionId,
  auth: anonymousCaller,
  clientCapabilities: {},
  meta: {},
  http: noRequestHeaders,
  channel: { signal: new AbortController().signal, notify: () => true, ask: () => Promise.reject(new Error('nobody')) },
});

const tools = ['one', 'two', 'three'].map((name) => tool({ name, description: name })(() => name));
const serverOf = (more: object) => {
  class Server {}
  Service({ info: { name: 'test', version: '1.0.0' }, tools, ...more })(Server);
  return createUncompiledRuntime(Server, { logger: silentLogger, environment });
};

test('[I5.constants.lists] a list that is the same for everybody is made once', async () => {
  const runtime = await serverOf({});
  const first = await listEntries(runtime, requestOf(), { key: 'tools' });
  assert.ok(isConstantResult(first));
  assert.is(await listEntries(runtime, requestOf('other'), { key: 'tools' }), first);
});

test('[I5.constants.views] a list that depends on the caller is made once for each view, and no caller gets another view', async () => {
  class Hiding {
    filterEntry(entry: EntryModel, call: ListCall): boolean {
      return call.sessionId === 'sees-all' || entry.name !== 'two';
    }
  }
  Plugin({ name: 'hiding' })(Hiding);
  const runtime = await serverOf({ plugins: [Hiding] });
  const all = await listEntries(runtime, requestOf('sees-all'), { key: 'tools' });
  const some = await listEntries(runtime, requestOf('a'), { key: 'tools' });
  assert.match(JSON.stringify(all), '"two"');
  assert.not.match(JSON.stringify(some), '"two"');
  assert.is(await listEntries(runtime, requestOf('b'), { key: 'tools' }), some);
  assert.is(await listEntries(runtime, requestOf('sees-all'), { key: 'tools' }), all);
});

test('a page behind a cursor is made for its request: cursors can be written in endless ways', async () => {
  const runtime = await serverOf({ pagination: { tools: { mode: true, pageSize: 2 } } });
  const first = await listEntries(runtime, requestOf(), { key: 'tools' });
  const { nextCursor } = first;
  const second = await listEntries(runtime, requestOf(), {
    key: 'tools',
    ...(typeof nextCursor === 'string' ? { cursor: nextCursor } : {}),
  });
  assert.not.ok(isConstantResult(second));
  assert.match(JSON.stringify(second), '"three"');
});

test.run();

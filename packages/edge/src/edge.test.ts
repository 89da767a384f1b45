import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createEdgeMcp, type EdgeMcpConfig } from './index.ts';

const info = { name: 'edge', version: '1.0.0' };

test('[E1.faults] a config without apps is refused when the module loads', () => {
  assert.throws(
    () => createEdgeMcp({ info } as EdgeMcpConfig),
    /createEdgeMcp needs apps: list the apps of the server, or write apps: \[\]/,
  );
});

test('[E1.later] [E1.faults] members that are not there so far, unknown ones and unusable ones are told by the first request', async () => {
  const cases: readonly (readonly [more: object, named: string])[] = [
    [{ managed: { endpoint: 'https://bundles.example' } }, 'managed'],
    [{ skillIndex: {} }, 'skillIndex'],
    [{ sessionz: {} }, 'sessionz'],
    [{ sessions: { binding: 'no binding' } }, 'sessions.binding'],
    [{ sessions: { bindings: 'A' } }, 'sessions.bindings'],
    [{ sessions: {}, transport: { persistence: { redis: { provider: 'durable-object' } } } }, 'transport.persistence'],
    [{ sessions: {} }, 'SERVICE_SESSIONS'],
  ];
  for (const [more, named] of cases) {
    const { fetch } = createEdgeMcp({ info, apps: [], ...more });
    const answer = await fetch(new Request('https://edge.example/'), { MCP_SESSION_SECRET: 'the session secret of a test of edge' });
    const { error, message } = (await answer.json()) as { readonly error: string; readonly message: string };
    assert.equal([answer.status, error], [500, 'server_misconfigured'], `${named}: ${message}`);
    assert.ok(message.includes(named), `${named}: ${message}`);
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serverOptions } from './server-options.ts';

test('[D4.authoring.option-faults] defaults are those of the table', () => {
  const options = serverOptions({});
  assert.equal(options.pagination.tools, { mode: 'auto', pageSize: 40, autoThreshold: 40 });
  assert.equal([options.serve, options.http.bodyLimit, options.http.urlencodedLimit], [true, 4 * 1024 * 1024, 4 * 1024 * 1024]);
  assert.equal([options.logging.level, options.output.allowNonFinite], ['info', false]);
  const { pagination } = serverOptions({ pagination: { tools: { autoThreshold: 0, pageSize: undefined } } });
  assert.equal(pagination.tools, { mode: 'auto', pageSize: 40, autoThreshold: 0 });
  assert.is(serverOptions({ http: { bodyLimit: '1kb' } }).http.urlencodedLimit, 1024, 'urlencodedLimit follows bodyLimit');
});

test('[D4.authoring.option-faults] an invalid limit is refused', () => {
  assert.throws(() => serverOptions({ http: { bodyLimit: 'much' } }), /Body limit must be a byte count/);
});

test('secrets and functions stay out of the model', () => {
  const { live, rest, transport } = serverOptions({
    sqlite: { path: 'a.db', encryption: { secret: 'hunter2' } },
    redis: { host: 'h', password: 'hunter2' },
    health: { probes: [{ name: 'p', check: () => true }] },
    metrics: { auth: { token: 'hunter2' } },
    pubsub: { url: 'redis://user:hunter2@h:6379' },
    transport: { persistence: { redis: { url: 'rediss://:hunter2@h', password: 'hunter2' } } },
  });
  assert.not.match(JSON.stringify([rest, transport]), 'hunter2');
  assert.equal(rest['redis'], { host: 'h' });
  assert.equal(live, ['health.probes']);
});

test('headers of log collectors are no part of a model', () => {
  const sinks = [{ type: 'otlp', endpoint: 'https://logs.example', headers: { Authorization: 'Bearer mine' } }];
  assert.not.match(JSON.stringify(serverOptions({ observability: { logging: { sinks } } })), 'mine');
});

test.run();

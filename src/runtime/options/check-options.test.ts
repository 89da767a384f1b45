import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkOptions, optionRows, parseByteSize } from './index.ts';
import { checkOptionRules } from './option-rules.ts';

test('[D4.authoring.option-faults] every fault is found at once, with its path and the nearest known name', () => {
  const faults = checkOptions('service', {
    info: { name: 1 },
    htttp: {},
    http: { security: { strict: 'yes' } },
    logging: { level: 'loud' },
  });
  assert.equal(
    faults.map(({ kind, path, suggestion }) => [kind, path, suggestion]),
    [
      ['missing', 'info.version', undefined],
      ['type', 'info.name', undefined],
      ['unknown', 'htttp', 'http'],
      ['type', 'http.security.strict', undefined],
      ['type', 'logging.level', undefined],
    ],
  );
});

test('an option row is written once', () => {
  const keys = optionRows.map(({ owner, path }) => `${owner} ${path}`);
  assert.equal(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  );
});

test('[D4.authoring.byte-size] sizes are bytes or text with a unit', () => {
  assert.equal(['4mb', '500kb', 1048576, '1.5 KB', '4', 'x', -1, '1e9b', Number.NaN].map(parseByteSize), [
    4194304,
    512000,
    1048576,
    1536,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('[S5.2.event-store.numbers] an event store that could keep nothing is no event store', () => {
  const pathsOf = (eventStore: object): readonly string[] =>
    checkOptionRules('service', { transport: { eventStore } }).map(({ path }) => path);
  for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    assert.equal(
      pathsOf({ maxEvents: value, ttlMs: value }),
      ['transport.eventStore.maxEvents', 'transport.eventStore.ttlMs'],
      String(value),
    );
  assert.equal(pathsOf({ maxEvents: 1, ttlMs: 1 }), []);
});

test('[D4.authoring.fault-given] what a message calls given is the part that is wrong, not the whole list or table', () => {
  const told = (owner: 'service' | 'tool', options: object): string =>
    checkOptionRules(owner, { ...options })
      .map(({ message }) => message)
      .join('\n');
  const client = { clientId: 'a', redirectUris: ['http://localhost/'] };
  const local = (auth: object): object => ({ auth: { mode: 'local', ...auth } });
  const rows: readonly (readonly ['service' | 'tool', object, string])[] = [
    [
      'service',
      local({ dcr: { clients: [client, { ...client, clientSecret: '' }] } }),
      'item 2: clientSecret must be a text that is not empty; got text of 0 characters',
    ],
    [
      'service',
      local({ dcr: { clients: [{ ...client, scope: 5 }] } }),
      'item 1: clientName and scope must be texts; got an object with 3 members',
    ],
    [
      'service',
      local({ dcr: { allowedRedirectUris: ['ftp://x'] } }),
      'for characters within a part, or one of privateUseSchemes; got text of 7 characters',
    ],
    ['service', local({ login: { fields: { pin: { required: 3 } } } }), '"pin": required must be true or false; got 3'],
    ['service', local({ ui: { login: 7 } }), 'must be the path of a component file, such as ./login.tsx; got 7'],
    [
      'service',
      { http: { routes: [{ method: 'GET', path: 'x', handler: () => new Response() }] } },
      'path must begin with /; got text of 1 characters',
    ],
    ['service', { authorities: { profiles: { admin: { roles: 7 } } } }, '{ any: [names] }; got 7'],
    [
      'service',
      { authorities: { profiles: { admin: { attributes: { conditions: [{ op: 'exists', path: 'a', value: 7 }] } } } } },
      'item 1: exists takes true or false; got an object with 3 members',
    ],
    ['service', { redis: { host: 'a', port: -5 } }, '; got -5'],
    ['tool', { authProviders: ['ok', 7] }, 'item 2: expected a name, or { name, required?, scopes?, alias? }; got 7'],
  ];
  for (const [owner, options, message] of rows) assert.ok(told(owner, options).includes(message), told(owner, options));
});

test('a limit names every member that is wrong with what it was, and tells a missing one from a wrong one', () => {
  const told = (owner: 'service' | 'tool', options: object): readonly string[] =>
    checkOptionRules(owner, { ...options }).map(({ message }) => message);
  assert.equal(told('tool', { concurrency: { maxConcurrent: 0, queueTimeoutMs: -1 } }), [
    '"concurrency": maxConcurrent: expected an integer of at least 1; got 0',
    '"concurrency": queueTimeoutMs: expected an integer of at least 0; got -1',
  ]);
  assert.equal(told('tool', { rateLimit: { windowMs: 0 } }), [
    '"rateLimit": maxRequests is required: expected an integer of at least 1; got an object with 1 member',
    '"rateLimit": windowMs: expected an integer of at least 1; got 0',
  ]);
  assert.equal(told('service', { throttle: { global: { maxRequests: '100 of them', windowMs: 1.5 }, globalConcurrency: {} } }), [
    '"throttle.global": maxRequests: expected an integer of at least 1; got text of 11 characters',
    '"throttle.global": windowMs: expected an integer of at least 1; got 1.5',
    '"throttle.globalConcurrency": maxConcurrent is required: expected an integer of at least 1; got an object with 0 members',
  ]);
  const good = { global: { maxRequests: 1, windowMs: 1 }, globalConcurrency: { maxConcurrent: 1, queueTimeoutMs: 0 } };
  assert.equal(told('service', { throttle: good }), []);
});

test('[options.as-typed] the lifetime of values in a file, and no hosts of pages, are taken as their types say', () => {
  const info = { name: 's', version: '1' };
  assert.equal(checkOptions('service', { info, sqlite: { path: 'a.db', defaultTtlMs: 1 }, extApps: false }), []);
  assert.is(checkOptions('service', { info, sqlite: { defaultTtlMs: 'soon' } })[0]?.path, 'sqlite.defaultTtlMs');
});

test.run();

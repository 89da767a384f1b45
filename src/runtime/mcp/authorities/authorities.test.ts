import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ask, callerWith, openGuarded } from '../../../../test/support/authority-server.ts';
import { anonymousCaller } from '../../define/create-auth-context.ts';
import type { AuthoritiesOptions, AuthorityPolicy } from '../../define/authorities.ts';
import type { JsonObject } from '../../model/index.ts';

type Row = readonly [policy: AuthorityPolicy, claims: JsonObject, outcome: string, args?: JsonObject];

/** Each row: a policy, the claims, and what the call hears. A denial hides the tool from the list too, unless it needs the arguments. */
async function decide(rows: readonly Row[], options: AuthoritiesOptions = {}): Promise<void> {
  for (const [policy, claims, outcome, args] of rows) {
    const client = await openGuarded(policy, options);
    const answer = await ask(client, callerWith(claims), args);
    assert.is(answer.outcome, outcome, JSON.stringify([policy, claims, args]));
    if (args === undefined) assert.is(answer.listed, outcome === 'served', `listed: ${JSON.stringify([policy, claims])}`);
  }
}

test('[S3.7.roles] roles and permissions by all and any, from claims of these names or where they are mapped', async () => {
  await decide([
    [{ roles: { any: ['a', 'b'] } }, { roles: ['b'] }, 'served'],
    [{ roles: { all: ['a', 'b'] } }, { roles: ['b'] }, 'roles'],
    [{ roles: { all: ['a', 'b'] } }, { roles: ['a', 'b', 'c'] }, 'served'],
    [{ roles: { any: ['a'], all: ['b', 'c'] } }, { roles: ['a', 'b'] }, 'roles'],
    [{ permissions: { any: ['write'] } }, { permissions: ['write'] }, 'served'],
    [{ permissions: { any: ['write'] } }, { roles: ['write'] }, 'permissions'],
    [{ roles: { any: ['Team'] } }, { roles: 'Team Lead' }, 'roles'],
    [{ roles: { any: ['Team Lead'] } }, { roles: 'Team Lead' }, 'served'],
  ]);
  const mapped = { claimsMapping: { roles: 'realm_access.roles', permissions: 'https://example.com/perms', tenantId: 'org.id' } };
  await decide(
    [
      [{ roles: { any: ['a'] } }, { realm_access: { roles: ['a'] } }, 'served'],
      [{ roles: { any: ['a'] } }, { roles: ['a'] }, 'roles'],
      [{ permissions: { any: ['p'] } }, { 'https://example.com/perms': ['p'] }, 'served'],
      [{ attributes: { match: { 'user.tenantId': 't1' } } }, { org: { id: 't1' } }, 'served'],
    ],
    mapped,
  );
});

test('[S3.7.attributes] match and conditions with every operator; values of the wrong type never hold', async () => {
  const condition = (op: string, value: unknown): AuthorityPolicy =>
    ({ attributes: { conditions: [{ path: 'x', op, value }] } }) as AuthorityPolicy;
  const rows: readonly (readonly [string, unknown, JsonObject[string], boolean])[] = [
    ['eq', 'a', 'a', true],
    ['eq', 1, '1', false],
    ['neq', 'a', 'b', true],
    ['neq', 'a', 'a', false],
    ['neq', 'a', ['a'], false],
    ['in', ['a', 'b'], 'b', true],
    ['in', ['a', 'b'], 'c', false],
    ['notIn', ['a', 'b'], 'c', true],
    ['notIn', ['a', 'b'], 'a', false],
    ['notIn', ['a', 'b'], ['a'], false],
    ['gt', 1, 2, true],
    ['gt', 1, 1, false],
    ['gt', 1, '2', false],
    ['gte', 1, 1, true],
    ['lt', 2, 1, true],
    ['lt', 1, 1, false],
    ['lte', 1, 1, true],
    ['lte', 1, 2, false],
    ['gt', '2026-01-01', '2026-02-01', true],
    ['contains', 'b', ['a', 'b'], true],
    ['contains', 'b', ['a'], false],
    ['contains', 'ell', 'hello', true],
    ['startsWith', 'he', 'hello', true],
    ['startsWith', 'lo', 'hello', false],
    ['endsWith', 'lo', 'hello', true],
    ['endsWith', 'he', 'hello', false],
    ['matches', '^h.*o$', 'hello', true],
    ['matches', '^h', 'ahoy', false],
    ['exists', true, 'anything', true],
    ['exists', false, 'anything', false],
  ];
  await decide(rows.map(([op, value, claim, holds]): Row => [condition(op, value), { x: claim }, holds ? 'served' : 'attributes']));
  await decide([
    [{ attributes: { match: { dept: 'eng', 'claims.level': 3 } } }, { dept: 'eng', level: 3 }, 'served'],
    [{ attributes: { match: { dept: 'eng', level: 3 } } }, { dept: 'eng', level: 4 }, 'attributes'],
    [condition('matches', '^a+$'), { x: 'a'.repeat(2000) }, 'attributes'],
    [condition('exists', false), {}, 'served'],
    [{ attributes: { match: { '__proto__.polluted': 'x' } } }, {}, 'attributes'],
    [{ attributes: { conditions: [{ path: 'constructor.name', op: 'exists' }] } }, {}, 'attributes'],
  ]);
});

test('[S3.7.missing] claims that are missing deny, below not as well; so does an anonymous caller', async () => {
  await decide([
    [{ attributes: { conditions: [{ path: 'x', op: 'neq', value: 'banned' }] } }, {}, 'attributes'],
    [{ not: { roles: { any: ['banned'] } } }, {}, 'not'],
    [{ not: { roles: { any: ['banned'] } } }, { roles: [] }, 'served'],
    [{ not: { roles: { any: ['banned'] } } }, { roles: ['banned'] }, 'not'],
    [{ not: { roles: { any: ['x'] }, attributes: { match: { y: 1 } } } }, { roles: [] }, 'not'],
    [{ attributes: { conditions: [{ path: 'x', op: 'eq', value: { fromClaims: 'y' } }] } }, { x: 'a' }, 'attributes'],
    [{ attributes: { conditions: [{ path: 'x', op: 'eq', value: { fromClaims: 'y' } }] } }, { x: 'a', y: 'a' }, 'served'],
  ]);
  for (const policy of [{ roles: { any: ['a'] } }, { not: { roles: { any: ['a'] } } }, { attributes: { match: { x: 1 } } }]) {
    assert.equal((await ask(await openGuarded(policy), anonymousCaller)).listed, false);
  }
  const open = await openGuarded({ guards: [() => true] });
  assert.is((await ask(open, anonymousCaller)).outcome, 'served');
});

test('[S3.7.operators] AND, OR, not, anyOf and allOf', async () => {
  const both = { roles: { any: ['a'] }, permissions: { any: ['p'] } };
  await decide([
    [both, { roles: ['a'], permissions: [] }, 'permissions'],
    [{ ...both, operator: 'OR' }, { roles: ['a'], permissions: [] }, 'served'],
    [{ ...both, operator: 'OR' }, { roles: [], permissions: [] }, 'operator'],
    [{ anyOf: [{ roles: { any: ['a'] } }, { permissions: { any: ['p'] } }] }, { permissions: ['p'] }, 'served'],
    [{ anyOf: [{ roles: { any: ['a'] } }, { permissions: { any: ['p'] } }] }, { permissions: ['q'] }, 'anyOf'],
    [{ allOf: [{ roles: { any: ['a'] } }, { permissions: { any: ['p'] } }] }, { roles: ['a'], permissions: ['q'] }, 'permissions'],
    [{ allOf: [{ roles: { any: ['a'] } }], not: { roles: { any: ['b'] } } }, { roles: ['a', 'b'] }, 'not'],
  ]);
});

test('[S3.7.from-input] rules that need the arguments are skipped in lists and decide at the call', async () => {
  const own: AuthorityPolicy = { attributes: { conditions: [{ path: 'tenant', op: 'eq', value: { fromInput: 'id' } }] } };
  await decide([
    [own, { tenant: 't1' }, 'served', { id: 't1' }],
    [own, { tenant: 't1' }, 'attributes', { id: 't2' }],
    [own, { tenant: 't1' }, 'attributes', {}],
    [{ not: own }, { tenant: 't1' }, 'not', { id: 't1' }],
    [{ guards: [(ctx) => ctx.input['id'] === 'mine'] }, {}, 'served', { id: 'mine' }],
    [{ guards: [(ctx) => ctx.input['id'] === 'mine'] }, {}, 'guards', { id: 'yours' }],
    [{ attributes: { match: { 'input.id': 'mine' } } }, {}, 'attributes', { id: 'yours' }],
  ]);
  assert.is((await ask(await openGuarded(own), callerWith({ tenant: 't1' }))).listed, true);
  assert.is((await ask(await openGuarded({ ...own, roles: { any: ['a'] } }), callerWith({ tenant: 't1', roles: [] }))).listed, false);
  assert.is((await ask(await openGuarded({ guards: [async (ctx) => ctx.input['id'] === 'x'] }), anonymousCaller)).listed, true);
});

test('[S3.7.functions] guards, evaluators and relationships decide; one that fails or says anything but yes denies', async () => {
  const asked: unknown[] = [];
  const options: AuthoritiesOptions = {
    evaluators: { level: { evaluate: (value, ctx) => Number(ctx.claims['level']) >= Number(value) } },
    relationshipResolver: {
      check: async (...given) => {
        asked.push(given.slice(0, 4));
        return given[2] === 'd1';
      },
    },
  };
  const owner = (resourceId: string | { fromInput: string } | { fromClaims: string }): AuthorityPolicy => ({
    relationships: [{ type: 'owner', resource: 'doc', resourceId }],
  });
  await decide(
    [
      [{ custom: { level: 3 } }, { level: 3 }, 'served'],
      [{ custom: { level: 3 } }, { level: 2 }, 'custom:level'],
      [owner('d1'), {}, 'served'],
      [owner('d2'), {}, 'relationships'],
      [owner({ fromClaims: 'doc' }), { doc: 'd1' }, 'served'],
      [owner({ fromClaims: 'doc' }), {}, 'relationships'],
      [owner({ fromInput: 'id' }), {}, 'served', { id: 'd1' }],
      [owner({ fromInput: 'id' }), {}, 'relationships', { id: 'd3' }],
      [{ guards: [() => Promise.reject(new Error('down'))] }, {}, 'guards'],
      [
        {
          guards: [
            () => {
              throw new Error('down');
            },
          ],
        },
        {},
        'guards',
      ],
      [{ guards: [() => ({ granted: false, denial: 'after hours' })] }, {}, 'guards'],
      [{ guards: [() => ({ granted: true })] }, {}, 'served'],
      [{ guards: [(() => 'yes') as () => never] }, {}, 'guards'],
    ],
    options,
  );
  assert.ok(asked.some((call) => JSON.stringify(call) === '["owner","doc","d1","ann"]'));
  const before = asked.length;
  assert.is((await ask(await openGuarded(owner('d1'), options), anonymousCaller)).outcome, 'relationships');
  assert.is(asked.length, before, 'nobody is related to anything without a name');
});

test('[S3.7.profiles] a profile, several of which all must agree, and a start that fails for an unknown one', async () => {
  const profiles = { admin: { roles: { any: ['admin'] } }, oncall: { permissions: { any: ['page'] } } };
  assert.ok((await ask(await openGuarded('admin', { profiles }), callerWith({ roles: ['admin'] }))).listed);
  const both = await openGuarded(['admin', 'oncall'], { profiles });
  assert.is((await ask(both, callerWith({ roles: ['admin'], permissions: [] }))).outcome, 'permissions');
  assert.is((await ask(both, callerWith({ roles: ['admin'], permissions: ['page'] }))).outcome, 'served');
  for (const [policy, options, problem] of [
    ['admins', { profiles }, 'names the profile "admins"'],
    ['toString', { profiles }, 'names the profile "toString"'],
    [{ custom: { absent: 1 } }, {}, 'the evaluator "absent"'],
    [{ anyOf: [{ relationships: [{ type: 'a', resource: 'b', resourceId: 'c' }] }] }, {}, 'relationshipResolver is not set'],
  ] as const) {
    const failure = await openGuarded(policy as AuthorityPolicy, options).then(
      () => 'started',
      (error: unknown) => String(error),
    );
    assert.match(failure, problem);
  }
});

test('[S3.7.shape] a policy that is misspelt, empty or of the wrong shape stops the start', async () => {
  const wrong: readonly unknown[] = [
    {},
    { operator: 'OR' },
    { role: { any: ['a'] } },
    { roles: {} },
    { roles: { any: [] } },
    { roles: ['a'] },
    { roles: { some: ['a'] } },
    [],
    '',
    7,
    null,
    { anyOf: [] },
    { allOf: [{}] },
    { not: {} },
    { guards: ['x'] },
    { custom: {} },
    { operator: 'XOR', roles: { any: ['a'] } },
    { attributes: {} },
    { attributes: { match: {} } },
    { attributes: { conditions: [{ path: 'x', op: 'is', value: 1 }] } },
    { attributes: { conditions: [{ path: 'x', op: 'eq' }] } },
    { attributes: { conditions: [{ path: 'x', op: 'matches', value: '(' }] } },
    { attributes: { conditions: [{ path: 'x', op: 'matches', value: { fromInput: 'id' } }] } },
    { relationships: [{ type: 'a' }] },
  ];
  for (const policy of wrong) {
    const failure = await openGuarded(policy as AuthorityPolicy).then(
      () => 'started',
      (error: unknown) => String(error),
    );
    assert.match(failure, '"authorities"', JSON.stringify(policy));
  }
  const profile = await openGuarded('p', { profiles: { p: {} } }).then(() => 'started', String);
  assert.match(profile, '"p": a policy without rules would admit every caller');
});

test.run();

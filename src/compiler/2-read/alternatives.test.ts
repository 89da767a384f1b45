import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSource } from '../../../test/support/read-source.ts';
import type { StaticValue } from '../model/declarations.ts';

/** A value in short: `{ kind: 'literal', value: 1 }` is 1, alternatives are `{ oneOf: […] }`. */
function short(value: StaticValue): unknown {
  if (value.kind === 'literal') return value.value ?? 'nothing';
  if (value.kind === 'one-of') return { oneOf: value.values.map(short) };
  if (value.kind === 'array') return value.items.map(short);
  if (value.kind === 'object')
    return {
      ...Object.fromEntries(value.properties.map((one) => [one.name, short(one.value)])),
      ...(value.complete ? {} : { more: true }),
    };
  return value.kind;
}

function optionsOf(options: string): unknown {
  const { declarations } = readSource(`import { Service } from '@service/sdk';
    declare const isOn: boolean; declare const name: string; declare const given: { a: number } | undefined;
    const some = () => { if (isOn) return { a: 1 }; };
    const other = () => { if (isOn) return { a: 1 }; return { a: 2 }; };
    const table = { a: { mode: 'x' }, b: { mode: 'y' } };
    @Service({ info: { name: 'a', version: '1' }, ${options} } as never) export class Server {}`);
  const [server] = [...declarations.all.values()].filter(({ kind }) => kind === 'server');
  assert.ok(server !== undefined);
  const { info: _info, ...rest } = short(server.options) as Record<string, unknown>;
  return rest;
}

const cases: readonly (readonly [options: string, shown: unknown])[] = [
  ['redis: isOn ? { db: 1 } : undefined', { redis: { oneOf: [{ db: 1 }, 'nothing'] } }],
  ['redis: isOn && { db: 1 }', { redis: { oneOf: [false, { db: 1 }] } }],
  ['redis: process.env.URL && { db: 1 }', { redis: { oneOf: ['nothing', { db: 1 }] } }],
  ['redis: given ?? { a: 2 }', { redis: { oneOf: ['unknown', { a: 2 }] } }],
  ['redis: (isOn ? undefined : { db: 1 }) ?? { db: 2 }', { redis: { oneOf: [{ db: 1 }, { db: 2 }] } }],
  ['redis: (isOn ? 0 : 1) || 2', { redis: { oneOf: [1, 2] } }],
  ['auth: table[name]', { auth: { oneOf: [{ mode: 'x' }, { mode: 'y' }] } }],
  ['auth: [1, 2][Number(name)]', { auth: { oneOf: [1, 2] } }],
  ["strict: name === 'x', open: !isOn", { strict: { oneOf: [false, true] }, open: { oneOf: [false, true] } }],
  ['...(isOn ? { a: 1, b: 1 } : { a: 2 })', { a: { oneOf: [1, 2] }, b: { oneOf: [1, 'nothing'] } }],
  ['a: 0, ...(isOn && { a: 1 })', { a: { oneOf: [1, 0] } }],
  ['a: 0, ...(isOn ? { a: 1 } : { a: 2 }), a: 3', { a: 3 }],
  ['...some()', { a: { oneOf: [1, 'nothing'] } }],
  ['redis: other()', { redis: { oneOf: [{ a: 1 }, { a: 2 }] } }],
  ['...(isOn ? { a: 1 } : (JSON.parse(name) as object))', { a: { oneOf: [1, 'nothing'] }, more: true }],
];

for (const [options, shown] of cases) test(`[environment.union] alternatives of ${options}`, () => assert.equal(optionsOf(options), shown));

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../errors/index.ts';
import { toJson } from './to-json.ts';

const refusal = (value: unknown): string => {
  try {
    toJson(value, false);
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'accepted';
};

class Tagged {
  readonly [Symbol.toStringTag] = 'Tagged';
  readonly size = 3;
}
class Money {
  readonly #cents = 250;
  toJSON(): string {
    return `${this.#cents / 100} EUR`;
  }
}

const lost: readonly (readonly [kind: string, value: unknown])[] = [
  ['promise', Promise.resolve(1)],
  [
    'promise',
    new (class Query {
      readonly text = 'select';
      then(): void {}
    })(),
  ],
  ['Map', new Map([['a', 1]])],
  ['Map', Object.assign(new (class Cache extends Map {})(), { hits: 1 })],
  ['Set', new Set([1])],
  ['Error', Object.assign(new TypeError('lost'), { code: 'E' })],
  ['Response', new Response('x')],
  ['Headers', new Headers()],
  ['URLSearchParams', new URLSearchParams('a=1')],
  ['RegExp', /a/],
  ['bigint', 10n],
  ['Buffer', Buffer.from('x')],
  ['Uint8Array', new Uint8Array(2)],
  ['ArrayBuffer', new ArrayBuffer(2)],
  ['DataView', new DataView(new ArrayBuffer(2))],
  ['function', () => 1],
  ['symbol', Symbol('x')],
  ['Generator', (function* generate() {})()],
  ['Number', new Number(1)],
];

for (const [kind, value] of lost)
  test(`[D4.results.lost] a ${kind} is refused with its path and what to do`, () => {
    assert.match(refusal(value), new RegExp(`^INVALID_OUTPUT Tool output validation failed \\(${kind} at \\$ is not JSON: \\w+`));
    assert.match(refusal({ list: [1, { at: value }] }), new RegExp(`\\(${kind} at list\\[1\\]\\.at is not JSON: `));
  });

test('[D4.results.lost] an invalid date is refused like NaN', () => {
  assert.is(refusal({ at: new Date('x') }), 'INVALID_OUTPUT Tool output validation failed (invalid date at at)');
  assert.equal(toJson({ at: new Date('x') }, true), { at: null });
});

test('[D4.results.kept] dates, URLs, toJSON, instances with members and undefined members stay as JSON writes them', () => {
  const value = {
    date: new Date(0),
    url: new URL('https://example.com/'),
    money: new Money(),
    tagged: new Tagged(),
    bare: Object.assign(Object.create(null) as object, { a: 1 }),
    nothing: undefined,
    list: [undefined, null],
  };
  assert.equal(toJson(value, false), JSON.parse(JSON.stringify(value)));
});

test.run();

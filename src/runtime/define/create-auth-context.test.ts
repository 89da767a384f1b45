/* Who is nobody answers like a caller of whom nothing is known. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { anonymousCaller, createAuthContext } from './create-auth-context.ts';

const unknown = createAuthContext({ mode: 'public', isAnonymous: true, user: { sub: 'anonymous' } });

test('the anonymous caller has no facts', () => {
  assert.is(JSON.stringify(anonymousCaller), JSON.stringify(unknown));
});

test('the anonymous caller has no role, and has all of an empty list', () => {
  const asked = Object.getOwnPropertyNames(Object.getPrototypeOf(unknown)).filter((name) => name.startsWith('has'));
  assert.is(asked.length, 9);
  for (const name of asked) {
    const ask = (of: object, ...items: string[]): unknown => {
      const method: unknown = Reflect.get(of, name);
      return typeof method === 'function' ? Reflect.apply(method, of, items) : assert.unreachable(name);
    };
    for (const items of [[], ['admin'], ['admin', 'reader']])
      assert.is(ask(anonymousCaller, ...items), ask(unknown, ...items), `${name}(${items.join(', ')})`);
  }
});

test.run();

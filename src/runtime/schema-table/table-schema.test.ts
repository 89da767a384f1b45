import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { localeOf, numberRun, schemaOwner, shapeRun, tableSchema } from './index.ts';

test('a schema is built when its first value comes, and once', () => {
  let built = 0;
  const schema = tableSchema(() => {
    built += 1;
    return shapeRun([['a', numberRun()]]);
  });
  const { validate } = schema['~standard'];
  assert.is(built, 0);
  assert.equal(validate({ a: 1, b: 2 }), { value: { a: 1 } });
  assert.equal(validate({ a: 'x' }), {
    issues: [{ code: 'invalid_type', expected: 'number', path: ['a'], message: 'Invalid input: expected number, received string' }],
  });
  assert.equal(validate({ a: 1 }), { value: { a: 1 } }, 'a refused value leaves nothing behind');
  assert.is(built, 1);
});

test("another library's sentences stand where the author says nothing", () => {
  const locale = localeOf(() => ({ localeError: () => ({ message: 'nein' }) }));
  const schema = tableSchema(
    () =>
      shapeRun([
        ['a', numberRun()],
        ['b', numberRun(schemaOwner('own'))],
      ]),
    undefined,
    locale,
  );
  const outcome = schema['~standard'].validate({});
  assert.ok(!(outcome instanceof Promise) && outcome.issues !== undefined);
  assert.equal(
    outcome.issues.map(({ message }) => message),
    ['nein', 'own'],
  );
});

test('a getter of a value may call the same schema', () => {
  const schema = tableSchema(() => shapeRun([['a', numberRun()]]));
  const { validate } = schema['~standard'];
  const inner: unknown[] = [];
  const value = {
    get a() {
      inner.push(validate({ a: 'x' }), validate({ a: 2 }));
      return 1;
    },
  };
  assert.equal(validate(value), { value: { a: 1 } });
  assert.equal(inner[1], { value: { a: 2 } });
});

test.run();

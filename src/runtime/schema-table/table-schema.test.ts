import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  arrayRun,
  catchallRest,
  checkedRun,
  localeOf,
  mapRun,
  numberRun,
  objectRun,
  recordRun,
  refineCheck,
  schemaOwner,
  setRun,
  shapeRun,
  stringRun,
  tableSchema,
  tupleRun,
} from './index.ts';
import type { Run } from './issues.ts';

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

test('[D4.results.input-length] a container with 10,000 problems is refused without a look at the rest, and its checks do not see it', () => {
  const many = Array.from({ length: 50_000 }, (_, at) => at);
  const keys = Object.fromEntries(many.map((at) => [`key${at}`, at]));
  let looked = 0;
  const counted: Run = (value, state, start) => {
    looked++;
    // A problem after which checks would go on.
    state.issues.push({ code: 'custom', input: value, continue: true, path: [] });
    return numberRun()(value, state, start);
  };
  const containers: readonly (readonly [Run, unknown])[] = [
    [arrayRun(counted), many],
    [setRun(counted), new Set(many)],
    [mapRun(stringRun(), counted), new Map(Object.entries(keys))],
    [tupleRun([], { rest: counted }), many],
    [recordRun({ key: stringRun(), value: counted }), keys],
    [objectRun([], { rest: catchallRest(counted) }), keys],
  ];
  for (const [run, value] of containers) {
    looked = 0;
    const ofAll = (): void => assert.unreachable('a check ran');
    const outcome = tableSchema(() => checkedRun(run, [refineCheck(ofAll)]))['~standard'].validate(value);
    assert.ok(!(outcome instanceof Promise));
    assert.equal([looked, outcome.issues?.length], [10_000, 10_000]);
  }
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

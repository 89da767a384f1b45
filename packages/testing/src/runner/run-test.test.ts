import { runInThisContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { namedFixtures } from './run-test.ts';

/** A function as an engine reads it: transpilers would take comments and bare parameters out of this file. */
const written = (text: string): ((...parameters: never[]) => unknown) =>
  runInThisContext(`(${text})`) as (...parameters: never[]) => unknown;

const everything = ['mcp', 'server', 'auth'];
const cases: readonly (readonly [text: string, names: readonly string[]])[] = [
  ['async ({ mcp, auth: tokens }) => tokens', ['mcp', 'auth']],
  ['async ({\n  mcp, // of 2025, not modern\n  /* the process, */ server,\n}) => mcp', ['mcp', 'server']],
  ['fixtures => ({ url: 1 })', everything],
  ['async fixtures => call({ url: 1 })', everything],
  ['(fixtures) => ({ url: 1 })', everything],
  ['() => ({ name: "add", arguments: {} })', []],
  ['function () { return wrapped.apply(this, arguments); }', everything],
  ['function () { return __awaiter(this, arguments, void 0, function* ({ mcp }) {}); }', everything],
];

for (const [text, names] of cases)
  test(`[T.1] the fixtures of ${JSON.stringify(text)}`, () => {
    assert.equal(namedFixtures(written(text)), names);
  });

test('[T.1] an unknown fixture name is refused', () => {
  assert.throws(() => namedFixtures(written('({ mcp, page }) => page')), /There is no fixture page\. Fixtures: mcp, modern, server, auth/);
});

test.run();

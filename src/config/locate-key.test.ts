import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hideValues, locateKey } from './locate-key.ts';

const at = (text: string, ...path: (string | number)[]): string | undefined => {
  const span = locateKey(text, path, 'f');
  return span === undefined ? undefined : `${span.line}:${span.column} ${text.slice(span.start, span.end)}`;
};

test('[S4.config.position] finds keys in TypeScript', () => {
  const text =
    "import { defineConfig } from 'x';\n// { name: 1 }\nexport default defineConfig({\n  name: 'a{',\n  deployments: [{ target: 'x' }, { target: 'node', server: { csp: {} } }],\n});";
  assert.is(at(text, 'name'), '4:3 name');
  assert.is(at(text, 'deployments', 1, 'server', 'csp'), '5:62 csp');
  assert.is(at(text, 'deployments', 1), '5:34 {');
  assert.is(at(text, 'missing'), undefined);
});

test('finds keys in JSON and CommonJS', () => {
  assert.is(at('{\n "a": {"name": 1},\n "name": "b"\n}', 'name'), '3:2 "name"');
  assert.is(at("module.exports = { 'name': 1 }", 'name'), "1:20 'name'");
});

test('gives up on computed values', () => {
  assert.is(at('const c = {name: 1};\nexport default c;', 'name'), undefined);
  assert.is(at('export default { ...base, a: f({ name: 1 }) }', 'name'), undefined);
});

test('[R25.secrets.config] blots out quoted values, not keys', () => {
  const text = `{ "key": "hunter2", b: 'x', c: [\`t\`, 'u'] }`;
  assert.is(hideValues(text), `{ "key": "*******", b: '*', c: [\`*\`, '*'] }`);
  assert.is(hideValues(text, [['b'], ['c', 1], ['d', 0]]), `{ "key": "*******", b: 'x', c: [\`*\`, 'u'] }`);
});

test.run();

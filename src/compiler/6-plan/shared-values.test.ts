import { runInThisContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printShared } from './shared-values.ts';

const evaluated = (value: unknown): unknown => {
  const { declarations, expression } = printShared(value);
  return runInThisContext(
    `((_) => { ${declarations.map((text, at) => `_[${at}] = ${text};`).join('\n')} return (${expression}); })([])`,
  ) as unknown;
};

const long = { type: 'object', properties: { id: { type: 'integer', description: 'Number of the pet that is looked for' } } };

test('[A14.size] equal objects stand once, within each other too, and what is printed is the same value', () => {
  const value = {
    model: [long, { ...long, title: 'other' }],
    prepared: { a: structuredClone(long), b: [structuredClone(long.properties), null, 1, 'x'] },
  };
  const { declarations, expression } = printShared(value);
  assert.equal(evaluated(value), value);
  assert.is(`${declarations.join('')}${expression}`.split('Number of the pet').length, 2);
  // What is short is cheaper as it is.
  assert.equal(printShared([{ a: 1 }, { a: 1 }]), { declarations: [], expression: '[{a:1},{a:1}]' });
});

test('[A14.size] what JSON leaves out is left out, and no member sets a prototype or ends the text', () => {
  assert.equal(printShared({ a: undefined, b: [undefined] }), { declarations: [], expression: '{b:[null]}' });
  const text = JSON.parse('{"__proto__":{"polluted":true},"a":"\\u2028\\" #1 #2","b":["#1"]}') as unknown;
  assert.equal(evaluated({ one: text, two: structuredClone(text) }), { one: text, two: text });
  assert.is(Object.getPrototypeOf((evaluated({ text }) as { text: object }).text), Object.prototype);
  assert.equal(evaluated('only a text'), 'only a text');
});

test.run();

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readFrontMatter } from './front-matter.ts';

const test = suite('front matter');

const read = (...lines: string[]) => readFrontMatter(['---', ...lines, '---', '', '# Body'].join('\n'));

test('[S1.11.skill.front-matter] texts, numbers, switches, JSON, nested keys and lists', () => {
  assert.equal(
    read('# a comment', 'name: pdf', '', 'list:', '  - read', '  - "write: it"', 'metadata:', '    author: someone', '    "odd key": 7'),
    {
      value: { name: 'pdf', list: ['read', 'write: it'], metadata: { author: 'someone', 'odd key': 7 } },
    },
  );
  assert.equal(
    read('a: Über — x', 'b: "a: b # c \\u00e9\\n"', 'c: 1.5', 'd: -3', 'e: true', 'f: {"a": {"b": null}}', 'g: https://a.test/x#y'),
    {
      value: { a: 'Über — x', b: 'a: b # c é\n', c: 1.5, d: -3, e: true, f: { a: { b: null } }, g: 'https://a.test/x#y' },
    },
  );
});

test('[S1.11.skill.front-matter] what YAML gives another meaning is refused, never misread', () => {
  const refused = [
    'a: yes', 'a: No', 'a: null', 'a: ~', 'a: True', 'a: 0x1f', 'a: 1e3', 'a: 012', 'a: 1_000', 'a: 2020-01-01', 'a: 12:30', 'a: .inf',
    "a: 'single'", 'a: |', 'a: >-', 'a: &x y', 'a: *x', 'a: !!str x', 'a: %x', 'a: @x', 'a: `x`', 'a: - x', 'a: ? x',
    'a: b: c', 'a: b:', 'a: b # c', 'a: b\tc', 'a: "open', 'a: "x" y', 'a: [a, b]', 'a: {b: 1}', 'a: {"b": 1, "b": 2}', 'a: [{"b": {"c": 1, "c": 2}}]',
    'a:', 'a:b', 'a : b', 'a', '- a', '? a', 'null: x', 'yes: x', '__proto__: x', '"__proto__": x', '<<: x', ' a: b', '\ta: b', '...', '--- x',
  ]; // prettier-ignore
  for (const line of refused) assert.ok('problem' in read('name: x', line), line);
  for (const lines of [
    ['a: b', 'a: c'],
    ['a: b', '  c'],
    ['a: "b"', '  "c"'],
    ['a:', '  b: c', '    d: e'],
    ['a:', '  b: c', ' d: e'],
    ['a:', '\tb: c'],
    ['a:', '  b:'],
    ['a:', '  - b', '  c: d'],
    ['a:', '  b: c', '  b: d'],
    ['a:', '- b'],
  ]) {
    assert.ok('problem' in read(...lines), lines.join('|'));
  }
});

test('[S1.11.skill.front-matter] the block begins the file and has an end; line ends of either kind', () => {
  for (const text of ['', 'name: x', '\n---\nname: x\n---\n', '---\nname: x\n', '--- \nname: x\n---\n', '---\nname: x\n----\n']) {
    assert.ok('problem' in readFrontMatter(text), JSON.stringify(text));
  }
  assert.equal(readFrontMatter('\ufeff---\r\nname: x\r\nmetadata:\r\n  a: b\r\n---\r\nBody\r\n---\r\n'), {
    value: { name: 'x', metadata: { a: 'b' } },
  });
});

test.run();
